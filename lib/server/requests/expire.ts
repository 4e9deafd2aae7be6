import 'server-only';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';

const BATCH_SIZE = 50;

/** Expires requests that nobody decided on in time, and gives their number. Decisions check the time themselves. */
export async function expireRequests(): Promise<number> {
  return inTransaction(async (transaction) => {
    const due = transaction
      .select({ id: withdrawalRequests.id })
      .from(withdrawalRequests)
      .where(and(eq(withdrawalRequests.state, 'AWAITING_APPROVAL'), lte(withdrawalRequests.expiresAt, sql`now()`)))
      .orderBy(asc(withdrawalRequests.expiresAt))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    const expired = await transaction
      .update(withdrawalRequests)
      .set({ state: 'EXPIRED', updatedAt: sql`now()` })
      .where(inArray(withdrawalRequests.id, due))
      .returning({ id: withdrawalRequests.id, expiresAt: withdrawalRequests.expiresAt });
    for (const { id, expiresAt } of expired) {
      await appendAudit(transaction, {
        action: 'request.expired',
        actor: null,
        subject: `request:${id}`,
        origin: null,
        before: { state: 'AWAITING_APPROVAL', expiresAt: expiresAt.toISOString() },
        after: { state: 'EXPIRED' },
      });
    }
    return expired.length;
  });
}
