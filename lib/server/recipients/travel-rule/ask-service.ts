import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { explainReadFailure } from '@/lib/http/problems';
import type { ReadFailure } from '@/lib/http/read-failures';
import { type FoundProviders, MIN_PROVIDER_SEARCH } from '@/lib/recipients/providers';
import { recipientKey } from '@/lib/recipients/recipients';
import { type AddressFinding, explainStanding } from '@/lib/recipients/service-address';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { savesAddresses } from '@/lib/server/recipients/travel-rule/saves';
import { readAddressStanding, searchDirectory } from '@/lib/server/transfer-service/addresses';
import { storableText } from '@/lib/text/storable-text';
import { isSameId } from '@/lib/text/uuid';

type Failure = ReadFailure & { status?: number };

const searchSchema = z.object({ q: storableText().trim().min(MIN_PROVIDER_SEARCH).max(100) });

/**
 * Searches the directory of providers at the service; finds none for a text of fewer than two letters. Takes the query
 * parameters, unchecked.
 */
export async function findProviders(input: unknown): Promise<Result<FoundProviders, Failure>> {
  const person = await authorize('changeRecipients', { limit: 'live' });
  if (!person.ok) return person;
  if (!savesAddresses()) return fail({ kind: 'not-found' });
  const given = searchSchema.safeParse(input);
  if (!given.success) return ok({ items: [], rest: 'none' });
  const found = await searchDirectory(given.data.q);
  return found.ok ? found : fail({ kind: 'failed', status: 502, explanation: explainReadFailure(found.error) });
}

const addressSchema = z.object({
  network: storableText().max(64),
  address: storableText().max(256),
  memo: storableText().max(256),
  profile: storableText().max(128),
  identity: storableText().max(128),
});

/**
 * Reads what the service says against the address of a withdrawal that is being prepared. Asks only about an entry with
 * travel-rule data that the profile may pay, so that the answer says nothing of entries that the reader may not see.
 * Takes the query parameters, unchecked.
 */
export async function findAddressFinding(input: unknown): Promise<Result<AddressFinding | null, Failure>> {
  // Without a question to the service, nothing counts against the limit of questions.
  const person = await authorize('makeWithdrawal', savesAddresses() ? { limit: 'live' } : {});
  if (!person.ok) return person;
  const given = addressSchema.safeParse(input);
  if (!savesAddresses() || !given.success) return ok(null);
  const { network, address, memo, profile, identity } = given.data;
  const key = { crypto_network: network, destination_address: address, ...(memo !== '' && { memo }) };
  const [entry] = await database()
    .select({ address: recipients.address, profiles: recipients.profiles, travelRule: recipients.travelRule })
    .from(recipients)
    .where(
      and(
        eq(recipients.recipientKey, recipientKey(key)),
        eq(recipients.state, 'ACTIVE'),
        visibleRecipients(person.value),
      ),
    );
  const isPayable = entry?.profiles.length === 0 || entry?.profiles.some((id) => isSameId(id, profile));
  if (!entry?.travelRule || !isPayable) return ok(null);
  // As it was saved, which may be another spelling of the same address.
  const standing = await readAddressStanding({ network, address: entry.address, identity });
  return ok(explainStanding(standing) ?? null);
}
