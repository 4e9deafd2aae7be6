import 'server-only';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import type { Decidable } from '@/lib/requests/decisions';
import { fromRequests } from '@/lib/server/database/from-requests';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { joinNeeds, judgeByNewest } from '@/lib/server/requests/limits/policy-evidence';
import { readVotesOn } from '@/lib/server/requests/vote-facts';
import { UUID } from '@/lib/text/uuid';

/**
 * Locks a request until the transaction ends; gives the request, its version and its votes, or undefined for one that
 * is missing or that the reader may not see.
 */
export async function lockRequest(transaction: Transaction, reader: Reader, requestId: string) {
  const [locked] = UUID.test(requestId) ? await lockRequests(transaction, reader, [requestId]) : [];
  return locked;
}

/** Returns SQL for whether the database was restored from a backup since a request was made. */
export function isOlderThanRestore() {
  return sql<boolean>`${withdrawalRequests.epoch} < (select coalesce(max(number), 0) from restore_epochs)`;
}

/** Returns SQL for whether a request was requested again under another reference. */
export function hasFollowUp() {
  return sql<boolean>`exists (select 1 from request_follow_ups where follows_id = ${withdrawalRequests.id})`;
}

/** Builds the columns of `fromRequests` from which `toDecidable` says what can be done with a request. */
export function decidableColumns() {
  return {
    send: { fence: sends.fence },
    bundle: { kind: bundles.kind },
    isBeforeRestore: isOlderThanRestore(),
    isFollowed: hasFollowUp(),
  };
}

interface DecidableRow {
  request: typeof withdrawalRequests.$inferSelect;
  version: Pick<Decidable, 'requiredApprovals' | 'requiredRole' | 'requiredGroups'>;
  send: { fence: number } | null;
  bundle: { kind: BundleKind } | null;
  isExpired: boolean;
  isBeforeRestore: boolean;
  isFollowed: boolean;
}

/** Converts a row to the facts that decide who may do what with the request. */
export function toDecidable(
  { request, version, send, bundle, isExpired, isBeforeRestore, isFollowed }: DecidableRow,
  votes: Decidable['votes'],
): Decidable & { id: string } {
  const { requiredApprovals, requiredRole, requiredGroups } = version;
  return {
    ...request,
    isExpired,
    isBeforeRestore,
    isFollowed,
    requiredApprovals,
    requiredRole,
    requiredGroups,
    votes,
    isTestPaymentPart: bundle?.kind === 'test-payment',
    hasAttempt: send !== null && send.fence > 0,
  };
}

export type LockedRequest = Awaited<ReturnType<typeof lockRequests>>[number];

/**
 * Locks several requests, with what the newest policy in force adds to what waiting ones ask for; always in the order
 * of their ids to avoid deadlocks, and leaves out missing ones and those that the reader may not see.
 */
export async function lockRequests(transaction: Transaction, reader: Reader, requestIds: readonly string[]) {
  const ids = [...requestIds];
  // A statement of its own: the next one must see what another transaction changed while this one waited.
  const locked = await transaction
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(inArray(withdrawalRequests.id, ids))
    .orderBy(asc(withdrawalRequests.id))
    .for('update');
  const columns = {
    request: withdrawalRequests,
    version: requestVersions,
    ...decidableColumns(),
    // clock_timestamp(), not now(): the transaction may have waited for the lock.
    isExpired: sql<boolean>`${withdrawalRequests.expiresAt} <= clock_timestamp()`,
  };
  const rows = await fromRequests(transaction, columns, reader)
    .where(inArray(withdrawalRequests.id, ids))
    .orderBy(asc(withdrawalRequests.id));
  if (rows.length !== locked.length && reader.visibleProfiles === 'all')
    throw new Error('a locked request has no version');
  const all = await readVotesOn(transaction, ids);
  const judged = await judgeByNewest(
    transaction,
    rows.filter(({ request }) => request.state === 'AWAITING_APPROVAL'),
  );
  return rows.map((row) => {
    const votes = all.filter((vote) => vote.requestId === row.request.id);
    const newest = judged.get(row.request.id);
    const decidable = toDecidable({ ...row, version: joinNeeds(row.version, newest) }, votes);
    return { request: row.request, version: row.version, bundle: row.bundle, votes, decidable, newest };
  });
}
