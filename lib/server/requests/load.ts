import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Decidable } from '@/lib/requests/decisions';
import type { Transaction } from '@/lib/server/database/client';
import {
  decisions,
  people,
  requestGroups,
  requestVersions,
  sends,
  withdrawalRequests,
} from '@/lib/server/database/schema';
import { UUID } from '@/lib/text/uuid';

/** A request locked until the transaction ends, with what is asked for and what was decided; undefined where there is none. */
export async function lockRequest(transaction: Transaction, requestId: string) {
  const [locked] = UUID.test(requestId) ? await lockRequests(transaction, [requestId]) : [];
  return locked;
}

export type LockedRequest = Awaited<ReturnType<typeof lockRequests>>[number];

/** The same for several, in the order of their ids, as everybody locks them. Those that are not there are left out. */
export async function lockRequests(transaction: Transaction, requestIds: readonly string[]) {
  const ids = [...requestIds];
  // In a statement of its own: what another transaction changed while this one waited must be seen below.
  const locked = await transaction
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(inArray(withdrawalRequests.id, ids))
    .orderBy(asc(withdrawalRequests.id))
    .for('update');
  const rows = await transaction
    // Now, and not when the transaction began: it may have waited for the lock.
    .select({
      request: withdrawalRequests,
      version: requestVersions,
      groupKind: requestGroups.kind,
      fence: sends.fence,
      isExpired: sql<boolean>`${withdrawalRequests.expiresAt} <= clock_timestamp()`,
    })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .leftJoin(requestGroups, eq(requestGroups.id, withdrawalRequests.groupId))
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(inArray(withdrawalRequests.id, ids))
    .orderBy(asc(withdrawalRequests.id));
  if (rows.length !== locked.length) throw new Error('a request without its version');
  const all = await readVotesOn(transaction, ids);
  return rows.map(({ request, version, groupKind, fence, isExpired }) => {
    const votes = all.filter((vote) => vote.requestId === request.id);
    const { requiredApprovals, requiredRole } = version;
    const isPaired = groupKind === 'pair';
    const decidable: Decidable = {
      ...request,
      isExpired,
      requiredApprovals,
      requiredRole,
      votes,
      isPaired,
      hasAttempt: fence !== null && fence > 0,
    };
    return { request, version, votes, groupKind, decidable };
  });
}

/** Every decision on a request, on whatever version, in the order in which they were made. */
export function readVotes(reader: Pick<Transaction, 'select'>, requestId: string) {
  return readVotesOn(reader, [requestId]);
}

/** The same on several requests. */
export function readVotesOn(reader: Pick<Transaction, 'select'>, requestIds: string[]) {
  return reader
    .select({
      requestId: decisions.requestId,
      personId: decisions.personId,
      personName: people.name,
      version: decisions.version,
      verdict: decisions.verdict,
      roles: decisions.roles,
      bodySha256: decisions.bodySha256,
      comment: decisions.comment,
      decidedAt: decisions.decidedAt,
    })
    .from(decisions)
    .innerJoin(people, eq(people.id, decisions.personId))
    .where(inArray(decisions.requestId, requestIds))
    .orderBy(asc(decisions.decidedAt));
}
