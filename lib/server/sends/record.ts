import 'server-only';
import { and, eq, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import type { SendOutcome } from '@/lib/sends';
import { inTransaction } from '@/lib/server/database/client';
import { sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { log } from '@/lib/server/log';
import type { Claim } from '@/lib/server/sends/claim';
import { trackedColumns } from '@/lib/server/sends/track';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/** Writes down what an attempt came to (send-protocol, step 4). Where the lease was lost in the meantime, nothing is touched. */
export async function recordOutcome(claim: Claim, outcome: SendOutcome): Promise<void> {
  const { transfer, retryAfterMs, ...evidence } = outcome;
  // Never less than the backoff: a Retry-After of 0 would otherwise make a loop of posts.
  const waitMs = Math.max(retryAfterMs ?? 0, (0.5 + Math.random() / 2) * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(claim.fence - 1, 16)));
  const isWritten = await inTransaction(async (transaction) => {
    // The send before its attempt, as the reaper locks them: the other order would end in a deadlock.
    const [written] = await transaction
      .update(sends)
      .set({
        state: outcome.state,
        leaseUntil: null,
        isAmbiguous: outcome.isAmbiguous,
        updatedAt: sql`now()`,
        ...(outcome.state === 'QUEUED' && { nextAt: sql`now() + make_interval(secs => ${waitMs / 1000}::float8)` }),
        ...(transfer && trackedColumns(transfer, 0)),
      })
      .where(and(eq(sends.requestId, claim.requestId), eq(sends.fence, claim.fence), eq(sends.state, 'SENDING')))
      .returning({ requestId: sends.requestId });
    const [closed] = await transaction
      .update(sendAttempts)
      .set({ endedAt: sql`now()`, reason: outcome.reason, evidence })
      .where(and(eq(sendAttempts.requestId, claim.requestId), eq(sendAttempts.fence, claim.fence), isNull(sendAttempts.endedAt)))
      .returning({ requestId: sendAttempts.requestId });
    if (!closed || !written) transaction.rollback();
    if (outcome.state === 'ACCEPTED')
      await transaction
        .update(withdrawalRequests)
        .set({ state: 'SENT', updatedAt: sql`now()` })
        .where(eq(withdrawalRequests.id, claim.requestId));
    return true;
  }).catch((error: unknown) => {
    if (error instanceof TransactionRollbackError) return false;
    throw error;
  });
  const facts = {
    requestId: claim.requestId,
    state: outcome.state,
    reason: outcome.reason,
    status: outcome.problem?.status,
    cause: outcome.cause,
    transferId: transfer?.id,
  };
  if (isWritten) log.info(facts, 'an attempt to send ended');
  else log.error(facts, 'an attempt ended after its lease was lost; nothing was written');
}
