import 'server-only';
import { and, desc, eq, isNull, lt, sql, TransactionRollbackError } from 'drizzle-orm';
import type { SendOutcome } from '@/lib/sends/send-machine';
import { recordStep, SEND_GUARDS } from '@/lib/sends/steps';
import { appendAudit } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import type { Claim } from '@/lib/server/sends/claim/claim';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { countAttempt } from '@/lib/server/sends/attempt-metrics';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { stopAutomatically } from '@/lib/server/stop-switch/stop-switch';
import { finalStatusOf, trackedColumns } from '@/lib/server/sends/track';
import { columnsOf, takesSend } from '@/lib/server/sends/write-step';
import { backoffMs, fromNow, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { settings } from '@/lib/server/config/settings';
import { TheService } from '@/lib/text/service-name';

const BACKOFF = { firstMs: 1_000, maxMs: MAX_BACKOFF_MS };

/**
 * Records the outcome of an attempt: docs/specification/send-protocol.md#record. Changes nothing where the lease was
 * lost in the meantime.
 */
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
  if (isWritten) log.info(facts, 'send attempt ended');
  else log.error(facts, 'send attempt ended after its lease was lost; outcome not recorded');
  // The answer was true at some time since the request left.
  if (transfer) await storeSeenTransfers([transfer], new Date(now().getTime() - settings().SEND_TIMEOUT_MS));
}

async function writeOutcome(
  transaction: Transaction,
  { requestId, fence }: Claim,
  outcome: SendOutcome,
): Promise<void> {
  const { transfer, retryAfterMs: _, ...evidence } = outcome;
  const { state, reason, hold } = outcome;
  const isRefusedAgain =
    reason === 'credential-refused' && (await readReasonBefore(transaction, requestId, fence)) === reason;
  // The send before its attempt, in the order in which the reaper locks them; the other order would deadlock.
  const [written] = await transaction
    .update(sends)
    .set({
      ...columnsOf(recordStep(outcome, settings().SEND_RESEND_POLICY), { backoff: backoffMs(fence - 1, BACKOFF) }),
      ...(state === 'QUEUED' && { nextAt: fromNow(waitMs(outcome, fence, isRefusedAgain)) }),
      ...(transfer && trackedColumns(transfer, 0)),
    })
    .where(takesSend(SEND_GUARDS.record, { requestId, fence }))
    .returning({ posts: sends.posts });
  const [closed] = await transaction
    .update(sendAttempts)
    .set({ endedAt: sql`now()`, reason, evidence })
    .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.fence, fence), isNull(sendAttempts.endedAt)))
    .returning({ requestId: sendAttempts.requestId });
  if (!closed || !written) transaction.rollback();
  if (state === 'ACCEPTED') await markSent(transaction, requestId);
  if (isRefusedAgain) await stopAutomatically(transaction, explainRefusedCredentials());
  const after = {
    state,
    fence,
    posts: written?.posts,
    ...(transfer && { transferId: transfer.id, ...finalStatusOf(transfer) }),
    ...(hold && { hold }),
  };
  await appendAudit(transaction, {
    ...startAuditEntry('send.recorded', requestId),
    before: { state: 'SENDING' },
    after,
    reason,
  });
}

/** Gives the reason for the automatic stop after two refusals of the credentials in a row. */
function explainRefusedCredentials(): string {
  return (
    `${TheService()} did not accept the console’s credentials twice in a row. ` +
    'Check the client ID, the secret and the scope before you resume sending.'
  );
}

/** Marks the request of an accepted send as SENT. */
export async function markSent(transaction: Transaction, requestId: string): Promise<void> {
  await transaction
    .update(withdrawalRequests)
    .set({ state: 'SENT', updatedAt: sql`now()` })
    .where(eq(withdrawalRequests.id, requestId));
}

function waitMs({ reason, problem, retryAfterMs }: SendOutcome, fence: number, isRefusedAgain: boolean): number {
  // The token was dropped. One attempt with a new token follows at once, and no third:
  // docs/specification/send-protocol.md#outcomes.
  if (reason === 'credential-refused' && problem && !isRefusedAgain) return 0;
  // The token service itself refused. Waiting past its own cache of failures (token.ts) asks it again.
  if (reason === 'credential-refused') return Math.max(2 * BACKOFF.firstMs, backoffMs(fence - 1, BACKOFF));
  // Never less than the backoff: otherwise a Retry-After of 0 would post in a loop.
  return Math.max(retryAfterMs ?? 0, backoffMs(fence - 1, BACKOFF));
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
