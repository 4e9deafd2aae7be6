import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { resolveNetwork } from '@/lib/networks/networks';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
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
import { identifyAddress, keyOfEntry, type RecipientEntry, type SimilarAddress } from '@/lib/recipients/recipients';
import { explainStaleSave, type TravelRule } from '@/lib/recipients/travel-rule';
import { fail, ok } from '@/lib/result';
import { explainRefusedNetwork } from '@/lib/withdrawals/sendable';
import { readNetworks, readRegistry } from '@/lib/server/networks/registry';
import { mapRows } from '@/lib/server/runtime/rows';
import { database, type Transaction } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { explainSimilarAdopted, findNotAdoptable } from '@/lib/server/recipients/adoption/paid-to';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { sameNameBlockReason } from '@/lib/server/recipients/same-name';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { isSeeingLimited } from '@/lib/server/rights/read';
import { canonicalIds } from '@/lib/text/uuid';

/**
 * Changes the address book by two people: one proposes, an approver or administrator confirms. The subject is the ID of
 * the entry, or an ID of its own for an import of several.
 */
export const recipientChange: TwoPersonChange<RecipientPayload> = {
  payloadSchema: recipientPayloadSchema,
  prepare: async ({ subject, payload, person }) => {
    const { changes } = payload;
    const reason =
      combinationBlockReason(subject, changes) ??
      (await findEntryIssue(changes)) ??
      (await findConflict(person, database(), changes)) ??
      (payload.adopted ? await findNotAdoptable(person, changes) : undefined);
    if (reason !== undefined) return fail(reason);
    const checked = await addSimilarAddresses(changes);
    const unconfirmed = checked
      .map((change) => similarAddressBlockReason(change, 'chosen' in change ? change.chosen : ''))
      .find((blockReason) => blockReason !== undefined);
    if (payload.adopted) {
      const similar = checked.find((change) => change.kind !== 'retire' && change.lookAlikes.length > 0);
      if (similar) return fail(explainSimilarAdopted(entryOf(similar)));
    }
    return unconfirmed === undefined ? ok({ ...payload, changes: checked }) : fail(unconfirmed);
  },
  addressChoiceBlockReason: ({ changes }, choices) =>
    changes
      .map((change) =>
        similarAddressBlockReason(change, Object.hasOwn(choices, change.id) ? (choices[change.id] ?? '') : ''),
      )
      .find((blockReason) => blockReason !== undefined),
  apply: async (transaction, { payload: { changes }, proposalId, confirmer }) => {
    // One change of the address book at a time; readers never wait. The console's role may not lock the table, since it
    // may not update all of its columns.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('recipients', 0))`);
    const reason = await findConflict(confirmer, transaction, changes);
    if (reason !== undefined) return fail(reason);
    await applyChanges(transaction, changes, proposalId);
    return ok({ before: listEntries(changes, 'before'), after: listEntries(changes, 'after') });
  },
};

/** Gives the database columns of an entry. */
export function toColumns(entry: RecipientEntry, networks: Parameters<typeof checkRecipientEntry>[1]) {
  const { name, network: id, address, memo, note, profiles, beneficiary, travelRule = null } = entry;
  const { normal } = identifyAddress(resolveNetwork(id, networks), address);
  const fields = { name, network: id, address, memo, note, profiles, beneficiary, travelRule };
  return { ...fields, recipientKey: keyOfEntry(entry), normalAddress: normal };
}

/** Explains why the changes cannot be one proposal: an import only adds; other changes belong to one entry. */
function combinationBlockReason(subject: string, changes: readonly RecipientChange[]): string | undefined {
  const [only, ...more] = changes;
  if (more.length === 0)
    return only?.id === subject ? undefined : 'This change belongs to another entry. Load the page again.';
  if (changes.some(({ kind, id }) => kind !== 'add' || id === subject))
    return 'Several entries can only be added together. Propose other changes one by one.';
  return new Set(changes.map(({ id }) => id)).size === changes.length
    ? undefined
    : 'An entry is listed twice. Load the page again.';
}

/** Finds an issue of the entries themselves, such as a wrong address or the same recipient twice. */
async function findEntryIssue(changes: readonly RecipientChange[]): Promise<string | undefined> {
  const sendable = await readNetworks();
  const seen = new Map<string, string>();
  const findIssue = (change: RecipientChange): string | undefined => {
    const entry = entryAfter(change);
    if (!entry) return undefined;
    const issue = checkRecipientEntry(entry, sendable.networks).find(({ level }) => level === 'error');
    const message = issue?.message ?? explainRefusedNetwork(sendable, '', entry.network);
    if (message !== undefined) return `“${entry.name}”: ${message}`;
    if (change.kind === 'change' && isDeepStrictEqual(change.before, entry))
      return 'The address book already has these values. Change something first.';
    const stale = change.kind === 'change' ? explainStaleSave(change.before, entry) : undefined;
    if (stale !== undefined) return `“${entry.name}”: ${stale}`;
    const key = keyOfEntry(entry);
    const other = seen.get(key);
    if (other !== undefined)
      return `“${entry.name}” is the same recipient as “${other}” in this import. Remove one of them.`;
    seen.set(key, entry.name);
    return undefined;
  };
  let first: string | undefined;
  await mapRows(changes, (change) => {
    first ??= findIssue(change);
  });
  return first;
}

/**
 * Finds a conflict of the changes with the whole address book as it is now; undefined where there is none. An entry
 * that the reader may not see is not named, and cannot be changed: it answers as a missing one.
 */
async function findConflict(
  reader: Reader,
  selecting: Pick<Transaction, 'select'>,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const rows = await selecting
    .select({ ...getTableColumns(recipients), isVisible: sql<boolean>`${visibleRecipients(reader) ?? sql`true`}` })
    .from(recipients)
    .where(
      inArray(
        recipients.id,
        changes.map(({ id }) => id),
      ),
    );
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const change of changes) {
    const reason = conflictReason(change, now.get(change.id));
    if (reason !== undefined) return reason;
  }
  return (await findSameRecipient(reader, selecting, changes)) ?? sameNameBlockReason(reader, selecting, changes);
}

type Row = typeof recipients.$inferSelect & { isVisible: boolean };

function conflictReason(change: RecipientChange, row: Row | undefined): string | undefined {
  if (change.kind === 'add')
    return row && `${row.isVisible ? `“${row.name}”` : 'An entry with this ID'} is already in the address book.`;
  if (!row?.isVisible) return 'The address book has no such entry. Load the page again.';
  if (!isDeepStrictEqual(toEntry(row), change.before))
    return `“${row.name}” has changed since this was proposed. Check the entry, then propose the change again.`;
  const isRetired = row.state === 'RETIRED';
  if (isRetired === (change.kind === 'restore')) return undefined;
  return isRetired ? `“${row.name}” is already retired.` : `“${row.name}” is already active.`;
}

/** Finds another active entry for the same recipient as one of the changes. */
async function findSameRecipient(
  reader: Reader,
  selecting: Pick<Transaction, 'select'>,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const wanted = new Map(
    changes.flatMap((change) => {
      const entry = entryAfter(change);
      return entry ? [[keyOfEntry(entry), change] as const] : [];
    }),
  );
  if (wanted.size === 0) return undefined;
  const taken = await selecting
    .select({
      id: recipients.id,
      name: recipients.name,
      recipientKey: recipients.recipientKey,
      isVisible: sql<boolean>`${visibleRecipients(reader) ?? sql`true`}`,
    })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, [...wanted.keys()])));
  const other = taken.find(({ id, recipientKey: key }) => wanted.get(key)?.id !== id);
  const change = other && wanted.get(other.recipientKey);
  if (!other || !change) return undefined;
  const named = other.isVisible ? `as “${other.name}”` : 'as an entry of another profile';
  return `“${entryOf(change).name}” is already in the address book ${named}.`;
}

/** Gives the members of an entry that people edit. */
export function toEntry(row: Omit<RecipientEntry, 'travelRule'> & { travelRule: TravelRule | null }): RecipientEntry {
  const { name, network, address, memo, note, profiles, beneficiary, travelRule } = row;
  const entry = { name, network, address, memo, note, profiles: canonicalIds(profiles), beneficiary };
  return travelRule ? { ...entry, travelRule } : entry;
}

const ANOTHER_ADDRESS = 'another known address';

async function addSimilarAddresses(changes: readonly RecipientChange[]): Promise<RecipientChange[]> {
  const bringing = changes.filter(bringsAddress);
  const found = await findSimilarAddressesOfEach(SYSTEM_READER, bringing.map(entryOf));
  // A person who sees the entry reads and signs its proposal, and may not see what has the similar addresses.
  const isLimited = await isSeeingLimited();
  const nameOf = (one: SimilarAddress) => (one.isHidden || isLimited ? ANOTHER_ADDRESS : one.address);
  const similar = new Map(
    bringing.map(({ id }, index) => [id, [...new Set((found[index] ?? []).map(nameOf))].toSorted()]),
  );
  return changes.map((change) =>
    change.kind === 'retire' ? change : { ...change, lookAlikes: similar.get(change.id) ?? [] },
  );
}

async function applyChanges(
  transaction: Transaction,
  changes: readonly RecipientChange[],
  proposalId: string,
): Promise<void> {
  const { networks } = await readRegistry(transaction);
  const [proposal] = await transaction
    .select({ ownerId: proposals.proposedBy })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  if (!proposal) throw new Error('the proposal of a recipient change is missing');
  const added = changes.filter((change) => change.kind === 'add');
  if (added.length > 0) {
    await transaction
      .insert(recipients)
      .values(
        added.map(({ id, after }) => ({ id, ...toColumns(after, networks), ownerId: proposal.ownerId, proposalId })),
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
  const active = changes.flatMap((change) => entryAfter(change) ?? []);
  await recordAddresses(
    transaction,
    active.map(({ network, address }) => ({ network, address, paidAt: null })),
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
