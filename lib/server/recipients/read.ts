import 'server-only';
import { and, asc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import {
  identifyAddress,
  type PaymentCount,
  RECIPIENT_STATES,
  type RecipientChoice,
  type RecipientOffer,
  recipientKey,
  type RecipientSummary,
} from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database, type Transaction } from '@/lib/server/database/client';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { readPaymentCounts } from '@/lib/server/recipients/payment-counts';
import { findSharedNames } from '@/lib/server/recipients/same-name';
import { storableText } from '@/lib/text/storable-text';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { isSameId } from '@/lib/text/uuid';

const MAX_CHOICES = 50;
const NEVER_PAID: PaymentCount = { times: 0, lastAt: null };
const PAGE_SIZE = 50;
const MIN_ADDRESS_PART = 5;

/** Query parameters of the list; an unreadable parameter counts as absent. */
const filterSchema = z.object({
  q: storableText().trim().max(128).catch(''),
  network: storableText().max(64).catch(''),
  state: z.enum([...RECIPIENT_STATES, 'ALL']).catch('ACTIVE'),
  /** ID of the entry after which the page begins. */
  after: z.uuid().optional().catch(undefined),
});
export type RecipientFilter = z.infer<typeof filterSchema>;

/** Page of the address book, ordered by name. */
export interface RecipientPage {
  filter: RecipientFilter;
  items: RecipientSummary[];
  /** ID of the entry after which the next page begins; null on the last page. */
  next: string | null;
  /** All networks of the registry. */
  networks: { id: string; label: string }[];
}

/** Reads a page of the address book. Takes the query parameters, unchecked. */
export async function readRecipients(input: unknown): Promise<Result<RecipientPage, Denial>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  const filter = filterSchema.parse(input);
  const { networks } = await readRegistry();
  const rows = await selectEntries(reader.value)
    .where(and(await matchFilter(filter), filter.after === undefined ? undefined : isAfter(filter.after)))
    .orderBy(...BY_NAME)
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const paid = await readPaymentCounts(
    reader.value,
    shown.map(({ row }) => row.recipientKey),
  );
  const shared = await findSharedNames(
    database(),
    shown.map(({ row }) => row),
  );
  const items = shown.map((row) => toRecipientSummary(row, { paid, shared }));
  return ok({
    filter,
    items,
    next: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null,
    networks: networks.map(({ id, label }) => ({ id, label })),
  });
}

/**
 * Reads at most 50 active entries whose name, address or note contains a text, on one network or all, ordered by name.
 * Takes the query parameters, unchecked.
 */
export async function readRecipientChoices(input: unknown): Promise<Result<RecipientOffer[], Denial>> {
  const reader = await authorize('readRecipients', { limit: 'read' });
  if (!reader.ok) return reader;
  const condition = await matchFilter({ ...filterSchema.parse(input), state: 'ACTIVE' });
  const rows = await database()
    .select()
    .from(recipients)
    .where(and(condition, visibleRecipients(reader.value)))
    .orderBy(...BY_NAME)
    .limit(MAX_CHOICES);
  const paid = await readPaymentCounts(
    reader.value,
    rows.map((row) => row.recipientKey),
  );
  return ok(rows.map((row) => ({ ...toChoice(row), paid: paid.get(row.recipientKey) ?? NEVER_PAID })));
}

/** Finds the active entry for the recipient of a withdrawal that the profile may pay; null where there is none. */
export async function findSavedRecipient(
  body: Pick<WithdrawalBody, 'crypto_network' | 'destination_address' | 'memo' | 'profile_id'>,
  transaction?: Transaction,
): Promise<{ id: string; name: string } | null> {
  const [saved] = await (transaction ?? database())
    .select({ id: recipients.id, name: recipients.name, profiles: recipients.profiles })
    .from(recipients)
    .where(and(eq(recipients.recipientKey, recipientKey(body)), eq(recipients.state, 'ACTIVE')));
  const isAllowed = saved?.profiles.length === 0 || saved?.profiles.some((id) => isSameId(id, body.profile_id));
  return saved && isAllowed ? { id: saved.id, name: saved.name } : null;
}

const BY_NAME = [asc(sql`lower(${recipients.name})`), asc(recipients.id)];

/** Selects entries that the reader may see, whatever condition is added, with the names of their owners. */
export function selectEntries(reader: Reader) {
  return database()
    .select({ row: recipients, owner: personLabel() })
    .from(recipients)
    .innerJoin(people, and(eq(people.id, recipients.ownerId), visibleRecipients(reader)))
    .$dynamic();
}

/** Makes the summary of a row of `selectEntries`; `paid` holds the payment counts by recipient key. */
export function toRecipientSummary(
  { row, owner }: Awaited<ReturnType<typeof selectEntries>>[number],
  { paid, shared }: { paid: ReadonlyMap<string, PaymentCount>; shared: ReadonlySet<string> },
): RecipientSummary {
  const { state, createdAt, updatedAt } = row;
  return {
    ...toChoice(row),
    state,
    owner,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    paid: paid.get(row.recipientKey) ?? NEVER_PAID,
    hasSharedName: state === 'ACTIVE' && shared.has(row.id),
  };
}

function toChoice({
  id,
  name,
  network,
  address,
  memo,
  note,
  profiles,
  beneficiary,
  travelRule,
}: typeof recipients.$inferSelect): RecipientChoice {
  const entry = { id, name, network, address, memo, note, profiles, beneficiary };
  return travelRule ? { ...entry, travelRule } : entry;
}

async function matchFilter({ q, network, state }: RecipientFilter): Promise<SQL | undefined> {
  return and(
    state === 'ALL' ? undefined : eq(recipients.state, state),
    network === '' ? undefined : eq(recipients.network, network),
    q === '' ? undefined : await matchText(q),
  );
}

/** Finds an address in any spelling, also in chunks separated by spaces. */
async function matchText(text: string): Promise<SQL | undefined> {
  const named = or(contains(recipients.name, text), contains(recipients.note, text));
  const address = text.replaceAll(/\s/gu, '');
  // Nearly every address contains any three letters.
  if (address.length < MIN_ADDRESS_PART) return named;
  const { networks } = await readRegistry();
  const normals = [...new Set(networks.map((network) => identifyAddress(network, address).normal))];
  return or(named, contains(recipients.address, address), inArray(recipients.normalAddress, normals));
}

function contains(
  column: typeof recipients.name | typeof recipients.note | typeof recipients.address,
  part: string,
): SQL {
  return ilike(column, `%${escapeLike(part)}%`);
}

function isAfter(id: string): SQL {
  return sql`(lower(${recipients.name}), ${recipients.id}) > (select lower(name), id from recipients where id = ${id})`;
}
