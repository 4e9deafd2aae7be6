import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { appendAudit } from '@/lib/server/database/append-audit';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, withdrawalRequests } from '@/lib/server/database/schema/requests';
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

/** Expires a request that awaits approval and that no vote can approve any more; the caller has locked it. */
export async function returnToRequester(transaction: Transaction, requestId: string, reason: string): Promise<void> {
  const expired = await transaction
    .update(withdrawalRequests)
    .set({
      state: 'EXPIRED',
      expiresAt: sql<Date>`least(${withdrawalRequests.expiresAt}, now())`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(withdrawalRequests.id, requestId), eq(withdrawalRequests.state, 'AWAITING_APPROVAL')))
    .returning({ id: withdrawalRequests.id });
  for (const { id } of expired)
    await appendAudit(transaction, {
      action: 'request.expired',
      actor: null,
      subject: `request:${id}`,
      origin: null,
      before: { state: 'AWAITING_APPROVAL' },
      after: { state: 'EXPIRED' },
      reason,
    });
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
    .innerJoin(bundles, and(eq(bundles.id, test.bundleId), eq(bundles.kind, 'test-payment')))
    .innerJoin(
      withdrawalRequests,
      and(
        eq(withdrawalRequests.bundleId, bundles.id),
        eq(withdrawalRequests.bundlePosition, REMAINDER_POSITION),
        eq(withdrawalRequests.state, 'APPROVED'),
      ),
    )
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(eq(test.id, requestId), eq(test.bundlePosition, TEST_POSITION), isNull(sends.requestId)));
  return found.map(({ id }) => id);
}
