import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { Decidable } from '@/lib/requests/decisions';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
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

export type LockedRequest = Awaited<ReturnType<typeof lockRequests>>[number];

/**
 * Locks several requests, with what the newest policy in force adds to what waiting ones ask for; always in the order
 * of their ids to avoid deadlocks, and leaves out missing ones and those that the reader may not see.
 */
export async function lockRequests(transaction: Transaction, reader: Reader, requestIds: readonly string[]) {
  const ids = [...requestIds];
  const visible = visibleRequests(reader);
  // A statement of its own: the next one must see what another transaction changed while this one waited.
  const locked = await transaction
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(inArray(withdrawalRequests.id, ids))
    .orderBy(asc(withdrawalRequests.id))
    .for('update');
  const rows = await transaction
    // clock_timestamp(), not now(): the transaction may have waited for the lock.
    .select({
      request: withdrawalRequests,
      version: requestVersions,
      bundleKind: bundles.kind,
      fence: sends.fence,
      isExpired: sql<boolean>`${withdrawalRequests.expiresAt} <= clock_timestamp()`,
      isBeforeRestore: isOlderThanRestore(),
      isFollowed: sql<boolean>`exists (select 1 from request_follow_ups where follows_id = ${withdrawalRequests.id})`,
    })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .leftJoin(bundles, eq(bundles.id, withdrawalRequests.bundleId))
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(inArray(withdrawalRequests.id, ids), visible))
    .orderBy(asc(withdrawalRequests.id));
  if (rows.length !== locked.length && !visible) throw new Error('a locked request has no version');
  const all = await readVotesOn(transaction, ids);
  const judged = await judgeByNewest(
    transaction,
    rows.filter(({ request }) => request.state === 'AWAITING_APPROVAL'),
  );
  return rows.map(({ request, version, bundleKind, fence, isExpired, isBeforeRestore, isFollowed }) => {
    const votes = all.filter((vote) => vote.requestId === request.id);
    const newest = judged.get(request.id);
    const { requiredApprovals, requiredRole, requiredGroups } = joinNeeds(version, newest);
    const decidable: Decidable = {
      ...request,
      isExpired,
      isBeforeRestore,
      isFollowed,
      requiredApprovals,
      requiredRole,
      requiredGroups,
      votes,
      isTestPaymentPart: bundleKind === 'test-payment',
      hasAttempt: fence !== null && fence > 0,
    };
    return { request, version, votes, bundleKind, decidable, newest };
  });
}
