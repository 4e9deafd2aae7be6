import 'server-only';
import { and, asc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  identifyAddress,
  type Paid,
  RECIPIENT_STATES,
  type RecipientChoice,
  recipientKey,
  type RecipientSummary,
} from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database, type Transaction } from '@/lib/server/database/client';
import { people, recipients } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { readPaid } from '@/lib/server/recipients/payment-counts';
import { storableText } from '@/lib/text/storable-text';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const MOST_CHOICES = 50;
const PER_PAGE = 50;
const SHORTEST_PART = 5;

/** What the address of the list holds; what cannot be read there counts as not given. */
const filterSchema = z.object({
  q: storableText().trim().max(128).catch(''),
  network: storableText().max(64).catch(''),
  state: z.enum([...RECIPIENT_STATES, 'ALL']).catch('ACTIVE'),
  /** The entry after which the page begins. */
  after: z.uuid().optional().catch(undefined),
});
export type RecipientFilter = z.infer<typeof filterSchema>;

/** A page of the book by name. */
export interface RecipientPage {
  filter: RecipientFilter;
  items: RecipientSummary[];
  /** The entry after which the next page begins; null where there is none. */
  next: string | null;
  /** All networks that the table of assets and networks knows. */
  networks: { id: string; label: string }[];
}

/** A page of the book; takes what the address holds, unchecked. */
export async function readRecipients(input: unknown): Promise<Result<RecipientPage, Denial>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  const filter = filterSchema.parse(input);
  const { networks } = await readRegistry();
  const rows = await selectEntries()
    .where(and(await matching(filter), filter.after === undefined ? undefined : isAfter(filter.after)))
    .orderBy(...BY_NAME)
    .limit(PER_PAGE + 1);
  const shown = rows.slice(0, PER_PAGE);
  const paid = await readPaid(shown.map(({ row }) => row.recipientKey));
  const items = shown.map((row) => toRecipientSummary(row, paid));
  return ok({
    filter,
    items,
    next: rows.length > PER_PAGE ? (items.at(-1)?.id ?? null) : null,
    networks: networks.map(({ id, label }) => ({ id, label })),
  });
}

/** Active entries whose name, address or note holds a text, on one network or all, by name, at most 50; takes what the address of the route holds, unchecked. */
export async function readRecipientChoices(input: unknown): Promise<Result<RecipientChoice[], Denial>> {
  const reader = await authorize('readRecipients', { limit: 'read' });
  if (!reader.ok) return reader;
  const condition = await matching({ ...filterSchema.parse(input), state: 'ACTIVE' });
  const rows = await database()
    .select()
    .from(recipients)
    .where(condition)
    .orderBy(...BY_NAME)
    .limit(MOST_CHOICES);
  return ok(rows.map(toChoice));
}

/** The active entry of the book that a withdrawal goes to and that may be used with its profile; null where there is none. */
export async function findSavedRecipient(
  body: Pick<WithdrawalBody, 'crypto_network' | 'destination_address' | 'memo' | 'profile_id'>,
  transaction?: Transaction,
): Promise<{ id: string; name: string } | null> {
  const [saved] = await (transaction ?? database())
    .select({ id: recipients.id, name: recipients.name })
    .from(recipients)
    .where(
      and(
        eq(recipients.recipientKey, recipientKey(body)),
        eq(recipients.state, 'ACTIVE'),
        sql`(${recipients.profiles} = '{}' or ${body.profile_id} = any(${recipients.profiles}))`,
      ),
    );
  return saved ?? null;
}

const BY_NAME = [asc(sql`lower(${recipients.name})`), asc(recipients.id)];

/** Entries with who owns them. */
export function selectEntries() {
  return database()
    .select({ row: recipients, owner: people.name })
    .from(recipients)
    .innerJoin(people, eq(people.id, recipients.ownerId))
    .$dynamic();
}

export function toRecipientSummary(
  { row, owner }: Awaited<ReturnType<typeof selectEntries>>[number],
  paid: ReadonlyMap<string, Paid>,
): RecipientSummary {
  const { state, createdAt, updatedAt } = row;
  return {
    ...toChoice(row),
    state,
    owner,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    paid: paid.get(row.recipientKey) ?? { times: 0, lastAt: null },
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
}: typeof recipients.$inferSelect): RecipientChoice {
  return { id, name, network, address, memo, note, profiles };
}

async function matching({ q, network, state }: RecipientFilter): Promise<SQL | undefined> {
  return and(
    state === 'ALL' ? undefined : eq(recipients.state, state),
    network === '' ? undefined : eq(recipients.network, network),
    q === '' ? undefined : await holding(q),
  );
}

/** An address is found in whatever form it is written, also in chunks with spaces between. */
async function holding(text: string): Promise<SQL | undefined> {
  const named = or(contains(recipients.name, text), contains(recipients.note, text));
  const address = text.replaceAll(/\s/gu, '');
  // Nearly every address has any three letters somewhere in it.
  if (address.length < SHORTEST_PART) return named;
  const { networks } = await readRegistry();
  const normals = [...new Set(networks.map((network) => identifyAddress(network, address).normal))];
  return or(named, contains(recipients.address, address), inArray(recipients.normalAddress, normals));
}

function contains(
  column: typeof recipients.name | typeof recipients.note | typeof recipients.address,
  part: string,
): SQL {
  return ilike(column, `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}

function isAfter(id: string): SQL {
  return sql`(lower(${recipients.name}), ${recipients.id}) > (select lower(name), id from recipients where id = ${id})`;
}
