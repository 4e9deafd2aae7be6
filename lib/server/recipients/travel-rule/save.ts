import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { SaveFailure } from '@/lib/recipients/contract';
import { explainFailedSave, type FailedSave } from '@/lib/recipients/save-failure';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { addressSaves, recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { toEntry } from '@/lib/server/recipients/change';
import { savesAddresses, writeAddressData } from '@/lib/server/recipients/travel-rule/saves';
import { putAddress } from '@/lib/server/transfer-service/addresses';
import { theService } from '@/lib/text/service-name';
import { UUID } from '@/lib/text/uuid';

const saveSchema = z.strictObject({
  recipientId: z.string().regex(UUID),
  /** Empty for withdrawals without an identity. */
  identity: z.string().max(128),
  /** SHA-256 of the data that the page showed, which are sent or none. */
  dataSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const NOTHING = 'Nothing was sent.';

/**
 * Saves the travel-rule data of an entry in force at the service, for one identity. Takes unchecked input. Gives the
 * state that the service answered. Every call of the service is audited with the hash of the data, also one without a
 * known outcome: the same data may be saved again.
 */
export async function saveAtService(input: unknown): Promise<Result<{ state: string | null }, SaveFailure>> {
  const person = await authorize('changeRecipients', { limit: 'live' });
  if (!person.ok) return person;
  const given = saveSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: `The console could not read this. ${NOTHING}` });
  if (!savesAddresses())
    return fail({ kind: 'not-possible', reason: `This console saves no data at ${theService()}. ${NOTHING}` });
  const { recipientId, identity, dataSha256 } = given.data;
  const [row] = await database()
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), visibleRecipients(person.value)));
  if (!row) return fail({ kind: 'not-found' });
  if (row.state !== 'ACTIVE')
    return fail({ kind: 'not-now', reason: `This entry is retired. ${NOTHING} Restore the entry first.` });
  const isNamed = identity === '' || row.travelRule?.identities.includes(identity);
  const data = isNamed ? writeAddressData(toEntry(row), identity) : undefined;
  if (data?.sha256 !== dataSha256)
    return fail({
      kind: 'changed',
      reason: `The entry has changed. ${NOTHING} Load the page again and check the data.`,
    });
  const { network, address, normalAddress } = row;
  const outcome = await putAddress({ network, address, identity }, data.bytes);
  const saved = { network, address, identity, dataSha256 };
  if (!outcome.ok) {
    const failure = explainFailedSave(outcome.error);
    await inTransaction((transaction) =>
      audit(transaction, person.value, recipientId, { ...saved, outcome: failure.kind }),
    );
    return fail(failure);
  }
  const state = outcome.value === null ? null : sanitizeText(outcome.value);
  await inTransaction(async (transaction) => {
    await transaction
      .insert(addressSaves)
      .values({ recipientId, normalAddress, ...saved, state, personId: person.value.id });
    await audit(transaction, person.value, recipientId, { ...saved, outcome: 'saved', state });
  });
  return ok({ state });
}

interface Submitted {
  network: string;
  address: string;
  identity: string;
  dataSha256: string;
  outcome: FailedSave['kind'] | 'saved';
  state?: string | null;
}

function audit(
  transaction: Parameters<typeof appendAudit>[0],
  person: Person,
  recipientId: string,
  after: Submitted,
): Promise<void> {
  const subject = `recipient:${recipientId}`;
  return appendAudit(transaction, { action: 'recipient.submitted', ...actedBy(person), subject, after });
}
