import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import type { Transaction } from '@/lib/server/database/client';
import { requestGroups, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';

/**
 * Returns an approved request to its approvers: ends its send, which no attempt was made for, and makes the request
 * await approval again. The remainder of a test payment returns with the test payment. The caller has locked the send.
 * Gives the ids of the requests that were returned.
 */
export function returnToApproval(transaction: Transaction, requestId: string): Promise<string[]> {
  return endSend(transaction, requestId, { state: 'AWAITING_APPROVAL' });
}

/** Expires an approved request, as `returnToApproval` returns one: nobody can give what the policy asks for by now. */
export function expireApproved(transaction: Transaction, requestId: string): Promise<string[]> {
  const expiresAt = sql<Date>`least(${withdrawalRequests.expiresAt}, now())`;
  return endSend(transaction, requestId, { state: 'EXPIRED', expiresAt });
}

async function endSend(
  transaction: Transaction,
  requestId: string,
  columns: PgUpdateSetSource<typeof withdrawalRequests>,
): Promise<string[]> {
  const ids = [requestId, ...(await findWaitingRemainder(transaction, requestId))].toSorted();
  await transaction.delete(sends).where(eq(sends.requestId, requestId));
  const returned = await transaction
    .update(withdrawalRequests)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(and(inArray(withdrawalRequests.id, ids), eq(withdrawalRequests.state, 'APPROVED')))
    .returning({ id: withdrawalRequests.id });
  return returned.map(({ id }) => id);
}

/** Finds the remainder that was approved together with this test payment and has no send; empty for other requests. */
async function findWaitingRemainder(transaction: Transaction, requestId: string): Promise<string[]> {
  const test = alias(withdrawalRequests, 'test');
  const found = await transaction
    .select({ id: withdrawalRequests.id })
    .from(test)
    .innerJoin(requestGroups, and(eq(requestGroups.id, test.groupId), eq(requestGroups.kind, 'pair')))
    .innerJoin(
      withdrawalRequests,
      and(
        eq(withdrawalRequests.groupId, requestGroups.id),
        eq(withdrawalRequests.groupPosition, REMAINDER_POSITION),
        eq(withdrawalRequests.state, 'APPROVED'),
      ),
    )
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(eq(test.id, requestId), eq(test.groupPosition, TEST_POSITION), isNull(sends.requestId)));
  return found.map(({ id }) => id);
}
