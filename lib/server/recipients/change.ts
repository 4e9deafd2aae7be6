import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  bringsAddress,
  entryAfter,
  entryOf,
  type RecipientChange,
  recipientPayloadSchema,
  type RecipientPayload,
  similarAddressBlockReason,
} from '@/lib/recipients/changes';
import { checkRecipientEntry } from '@/lib/recipients/entry-checks';
import { identifyAddress, type RecipientEntry, recipientKey } from '@/lib/recipients/recipients';
import { fail, ok } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database, type Transaction } from '@/lib/server/database/client';
import { proposals, recipients } from '@/lib/server/database/schema';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';

/** A change of the book takes two: whoever asks, and somebody who approves. The subject is the entry's id, or an id of its own where a sheet adds many. */
export const recipientChange: TwoPersonChange<RecipientPayload> = {
  kind: 'recipient',
  capability: 'changeRecipients',
  payloadSchema: recipientPayloadSchema,
  prepare: async ({ subject, payload: { changes } }) => {
    const reason =
      whyNotTogether(subject, changes) ?? (await findFault(changes)) ?? (await findObstacle(database(), changes));
    if (reason !== undefined) return fail(reason);
    const found = await withLookAlikes(changes);
    const unmeant = found
      .map((change) => similarAddressBlockReason(change, 'chosen' in change ? change.chosen : ''))
      .find((why) => why !== undefined);
    return unmeant === undefined ? ok({ changes: found }) : fail(unmeant);
  },
  addressChoiceBlockReason: ({ changes }, choices) =>
    changes
      .map((change) =>
        similarAddressBlockReason(change, Object.hasOwn(choices, change.id) ? (choices[change.id] ?? '') : ''),
      )
      .find((why) => why !== undefined),
  apply: async (transaction, { payload: { changes }, proposalId }) => {
    // One change of the book at a time; whoever reads it waits for none of them.
    await transaction.execute(sql`lock table ${recipients} in share row exclusive mode`);
    const reason = await findObstacle(transaction, changes);
    if (reason !== undefined) return fail(reason);
    await makeChanges(transaction, changes, proposalId);
    return ok({ before: listEntries(changes, 'before'), after: listEntries(changes, 'after') });
  },
};

/** The columns that hold an entry. */
export function toColumns(entry: RecipientEntry, networks: Parameters<typeof checkRecipientEntry>[1]) {
  const { name, network: id, address, memo, note, profiles } = entry;
  const { normal } = identifyAddress(networks.find((network) => network.id === id) ?? { id, label: id }, address);
  return { name, network: id, address, memo, note, profiles, recipientKey: keyOf(entry), normalAddress: normal };
}

/** Who an entry is, as requests have it. */
export function keyOf({ network, address, memo }: RecipientEntry): string {
  return recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
}

/** A sheet only adds; anything else is about one entry, whose history it belongs to. */
function whyNotTogether(subject: string, changes: readonly RecipientChange[]): string | undefined {
  const [only, ...more] = changes;
  if (more.length === 0) return only?.id === subject ? undefined : 'It is asked for under the name of another entry.';
  if (changes.some(({ kind, id }) => kind !== 'add' || id === subject))
    return 'Several entries at once can only be added.';
  return new Set(changes.map(({ id }) => id)).size === changes.length
    ? undefined
    : 'One of the entries is there twice.';
}

/** What is wrong with the entries by themselves: what their form would have said. */
async function findFault(changes: readonly RecipientChange[]): Promise<string | undefined> {
  const { networks } = await readRegistry();
  const seen = new Map<string, string>();
  for (const change of changes) {
    const entry = entryAfter(change);
    if (!entry) continue;
    const fault = checkRecipientEntry(entry, networks).find(({ level }) => level === 'error');
    if (fault) return `“${entry.name}”: ${fault.message}`;
    if (change.kind === 'change' && isDeepStrictEqual(change.before, entry))
      return 'This is what the book says already.';
    const key = keyOf(entry);
    const other = seen.get(key);
    if (other !== undefined) return `“${entry.name}” is the same recipient as “${other}”, in the same sheet.`;
    seen.set(key, entry.name);
  }
  return undefined;
}

/** What stands against the changes as the book is now; undefined where nothing does. */
async function findObstacle(
  reader: Pick<Transaction, 'select'>,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const rows = await reader
    .select()
    .from(recipients)
    .where(
      inArray(
        recipients.id,
        changes.map(({ id }) => id),
      ),
    );
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const change of changes) {
    const reason = requestDenialReason(change, now.get(change.id));
    if (reason !== undefined) return reason;
  }
  return findTaken(reader, changes);
}

type Row = typeof recipients.$inferSelect;

function requestDenialReason(change: RecipientChange, row: Row | undefined): string | undefined {
  if (change.kind === 'add') return row && `“${row.name}” is in the book already.`;
  if (!row) return 'There is no such entry in the book.';
  if (!isDeepStrictEqual(toEntry(row), change.before))
    return `“${row.name}” was changed meanwhile. Look at it as it is now, then ask again.`;
  const isRetired = row.state === 'RETIRED';
  if (isRetired === (change.kind === 'restore')) return undefined;
  return isRetired ? `“${row.name}” is retired.` : `“${row.name}” is in use.`;
}

/** Whether another active entry is the same recipient as one of these would be. */
async function findTaken(
  reader: Pick<Transaction, 'select'>,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const wanted = new Map(
    changes.flatMap((change) => {
      const entry = entryAfter(change);
      return entry ? [[keyOf(entry), change] as const] : [];
    }),
  );
  if (wanted.size === 0) return undefined;
  const taken = await reader
    .select({ id: recipients.id, name: recipients.name, recipientKey: recipients.recipientKey })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, [...wanted.keys()])));
  const other = taken.find(({ id, recipientKey: key }) => wanted.get(key)?.id !== id);
  const change = other && wanted.get(other.recipientKey);
  return other && change && `“${entryOf(change).name}” is in the book already, as “${other.name}”.`;
}

/** An entry as people know it. */
export function toEntry({ name, network, address, memo, note, profiles }: RecipientEntry): RecipientEntry {
  return { name, network, address, memo, note, profiles };
}

async function withLookAlikes(changes: readonly RecipientChange[]): Promise<RecipientChange[]> {
  const bringing = changes.filter(bringsAddress);
  const found = await findSimilarAddressesOfEach(bringing.map(entryOf));
  const alike = new Map(
    bringing.map(({ id }, index) => [id, (found[index] ?? []).map(({ address }) => address).toSorted()]),
  );
  return changes.map((change) =>
    change.kind === 'retire' ? change : { ...change, lookAlikes: alike.get(change.id) ?? [] },
  );
}

async function makeChanges(
  transaction: Transaction,
  changes: readonly RecipientChange[],
  proposalId: string,
): Promise<void> {
  const { networks } = await readRegistry(transaction);
  const [asked] = await transaction
    .select({ ownerId: proposals.proposedBy })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  if (!asked) throw new Error('a proposal is never deleted');
  const added = changes.filter((change) => change.kind === 'add');
  if (added.length > 0) {
    await transaction
      .insert(recipients)
      .values(
        added.map(({ id, after }) => ({ id, ...toColumns(after, networks), ownerId: asked.ownerId, proposalId })),
      );
  }
  for (const change of changes) {
    if (change.kind === 'add') continue;
    const columns =
      change.kind === 'change'
        ? toColumns(change.after, networks)
        : { state: change.kind === 'retire' ? ('RETIRED' as const) : ('ACTIVE' as const) };
    await transaction
      .update(recipients)
      .set({ ...columns, updatedAt: sql`now()` })
      .where(eq(recipients.id, change.id));
  }
  const inUse = changes.flatMap((change) => entryAfter(change) ?? []);
  await recordAddresses(
    transaction,
    inUse.map(({ network, address }) => ({ network, address, paidAt: null })),
  );
}

function listEntries(changes: readonly RecipientChange[], when: 'before' | 'after'): unknown {
  const entries = changes.flatMap((change): unknown[] => {
    if (change.kind === 'add') return when === 'after' ? [{ id: change.id, ...change.after }] : [];
    if (change.kind === 'change') return [{ id: change.id, ...change[when] }];
    return [
      {
        id: change.id,
        ...change.before,
        state: (change.kind === 'retire') === (when === 'after') ? 'RETIRED' : 'ACTIVE',
      },
    ];
  });
  return entries.length === 0 ? undefined : { entries };
}
