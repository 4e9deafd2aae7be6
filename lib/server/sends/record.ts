import 'server-only';
import { and, desc, eq, isNull, lt, sql, TransactionRollbackError } from 'drizzle-orm';
import type { SendOutcome } from '@/lib/sends/send-machine';
import { appendAudit } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import type { Claim } from '@/lib/server/sends/claim';
import { storeSeenTransfers } from '@/lib/server/mirror/store-seen';
import { countAttempt } from '@/lib/server/sends/attempt-metrics';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { stopAutomatically } from '@/lib/server/stop-switch/stop-switch';
import { trackedColumns } from '@/lib/server/sends/track';
import { quietFromNow } from '@/lib/server/sends/waits';
import { backoffMs, fromNow, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { settings } from '@/lib/server/config/settings';

const BACKOFF = { firstMs: 1_000, maxMs: MAX_BACKOFF_MS };
const CREDENTIAL_REFUSED_TWICE =
  'The service refused the console’s credential twice in a row. Nothing is sent until an administrator has checked the client ID, the secret and the scope.';

/** Writes down what an attempt came to (send-protocol, step 4). Where the lease was lost in the meantime, nothing is touched. */
export async function recordOutcome(claim: Claim, outcome: SendOutcome): Promise<void> {
  const isWritten = await inTransaction(async (transaction) => {
    await writeOutcome(transaction, claim, outcome);
    await crashPoint('CP5');
    return true;
  }).catch((error: unknown) => {
    if (error instanceof TransactionRollbackError) return false;
    throw error;
  });
  const { state, reason, cause, transfer, problem } = outcome;
  const facts = { requestId: claim.requestId, state, reason, status: problem?.status, cause, transferId: transfer?.id };
  if (isWritten) countAttempt(state, reason);
  if (isWritten) log.info(facts, 'an attempt to send ended');
  else log.error(facts, 'an attempt ended after its lease was lost; nothing was written');
  // What it answered was true at some time since it left.
  if (transfer) await storeSeenTransfers([transfer], new Date(now().getTime() - settings().SEND_TIMEOUT_MS));
}

async function writeOutcome(
  transaction: Transaction,
  { requestId, fence }: Claim,
  outcome: SendOutcome,
): Promise<void> {
  const { transfer, retryAfterMs: _, ...evidence } = outcome;
  const { state, reason, isPost, hold = null } = outcome;
  const isRefusedAgain =
    reason === 'credential-refused' && (await readReasonBefore(transaction, requestId, fence)) === reason;
  // The send before its attempt, as the reaper locks them: the other order would end in a deadlock.
  const [written] = await transaction
    .update(sends)
    .set({
      state,
      hold,
      leaseUntil: null,
      isAmbiguous: outcome.isAmbiguous,
      posts: sql`${sends.posts} + ${isPost ? 1 : 0}`,
      misses: 0,
      reconcileAt: state === 'UNKNOWN' ? whenToReconcile(outcome, fence) : null,
      updatedAt: sql`now()`,
      ...(state === 'QUEUED' && { nextAt: fromNow(waitMs(outcome, fence, isRefusedAgain)) }),
      ...(transfer && trackedColumns(transfer, 0)),
    })
    .where(and(eq(sends.requestId, requestId), eq(sends.fence, fence), eq(sends.state, 'SENDING')))
    .returning({ posts: sends.posts });
  const [closed] = await transaction
    .update(sendAttempts)
    .set({ endedAt: sql`now()`, reason, evidence })
    .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.fence, fence), isNull(sendAttempts.endedAt)))
    .returning({ requestId: sendAttempts.requestId });
  if (!closed || !written) transaction.rollback();
  if (state === 'ACCEPTED') await markSent(transaction, requestId);
  if (isRefusedAgain) await stopAutomatically(transaction, CREDENTIAL_REFUSED_TWICE);
  const after = {
    state,
    fence,
    posts: written?.posts,
    ...(transfer && { transferId: transfer.id }),
    ...(hold && { hold }),
  };
  await appendAudit(transaction, {
    action: 'send.recorded',
    actor: null,
    subject: `request:${requestId}`,
    origin: null,
    before: { state: 'SENDING' },
    after,
    reason,
  });
}

/** The request of a send that was accepted, by whatever way that became known. */
export async function markSent(transaction: Transaction, requestId: string): Promise<void> {
  await transaction
    .update(withdrawalRequests)
    .set({ state: 'SENT', updatedAt: sql`now()` })
    .where(eq(withdrawalRequests.id, requestId));
}

function waitMs({ reason, problem, retryAfterMs }: SendOutcome, fence: number, isRefusedAgain: boolean): number {
  // The token was dropped; a new one may do, at once, but not a third (send-protocol, 401).
  if (reason === 'credential-refused' && problem && !isRefusedAgain) return 0;
  // The token service itself refused: it is asked anew, and not answered for from memory (token.ts).
  if (reason === 'credential-refused') return Math.max(2 * BACKOFF.firstMs, backoffMs(fence - 1, BACKOFF));
  // Never less than the backoff: a Retry-After of 0 would otherwise make a loop of posts.
  return Math.max(retryAfterMs ?? 0, backoffMs(fence - 1, BACKOFF));
}

function whenToReconcile({ reason }: SendOutcome, fence: number) {
  // The service knows the reference already, so there is nothing to wait for.
  if (reason === 'reference-taken') return fromNow(0);
  return settings().SEND_RESEND_POLICY === 'trust-ref-id' ? fromNow(backoffMs(fence - 1, BACKOFF)) : quietFromNow();
}

async function readReasonBefore(
  transaction: Transaction,
  requestId: string,
  fence: number,
): Promise<string | null | undefined> {
  const [before] = await transaction
    .select({ reason: sendAttempts.reason })
    .from(sendAttempts)
    .where(and(eq(sendAttempts.requestId, requestId), lt(sendAttempts.fence, fence)))
    .orderBy(desc(sendAttempts.fence))
    .limit(1);
  return before?.reason;
}
