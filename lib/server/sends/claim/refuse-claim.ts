/**
 * What follows where a claim does not send a request as it is: the send is put on hold, waits, or ends with the
 * approval of its request (table in lib/server/sends/claim/claim.ts). Source:
 * docs/specification/send-protocol.md#claim.
 */
import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import {
  type ClaimRefusal,
  decideRefusedClaim,
  holdStep,
  type RefusedClaim,
  type RefusedHold,
  SEND_GUARDS,
} from '@/lib/sends/steps';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { expireApproved, returnToApproval } from '@/lib/server/requests/votes/return-to-approval';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { columnsOf, takesSend } from '@/lib/server/sends/write-step';
import { fromNow, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';

/**
 * Rolls a claim back, so that the send waits as it was: a limit over time lets it leave later, its use is unknown for
 * the moment, the network is switched off, or an earlier attempt may have gone through and the mirror cannot say.
 */
export class PostponedError extends Error {
  constructor(
    readonly requestId: string,
    readonly nextAt: SQL<Date> | Date,
    /** What people read on the page of the request. */
    readonly reason?: string,
  ) {
    super('the send waits');
  }
}

/**
 * Rolls a claim back, so that no attempt counts, before the send is put on hold: a limit over time is exceeded by now,
 * or the newest policy in force refuses.
 */
class RolledBackHoldError extends Error {
  constructor(
    readonly send: Pick<typeof sends.$inferSelect, 'requestId' | 'fence'>,
    readonly reason: RefusedHold,
  ) {
    super('the policy does not let the withdrawal leave');
  }
}

/** Does what is left where a claim was rolled back on purpose; throws every other error. */
export async function settleRolledBack(error: unknown): Promise<void> {
  if (error instanceof RolledBackHoldError) return holdQueued(error);
  if (!(error instanceof PostponedError)) throw error;
  const { requestId, nextAt, reason = null } = error;
  await database()
    .update(sends)
    .set({ nextAt, postponedReason: reason })
    .where(and(eq(sends.requestId, requestId), eq(sends.state, 'QUEUED')));
}

/** Puts a send on hold that a claim was rolled back for; leaves one that was changed in between. */
async function holdQueued({ send: { requestId, fence }, reason }: RolledBackHoldError): Promise<void> {
  await inTransaction(async (transaction) => {
    const [queued] = await transaction
      .select({ requestId: sends.requestId })
      .from(sends)
      .where(takesSend(SEND_GUARDS.holdRefused, { requestId, fence: fence - 1 }))
      .for('update');
    if (queued) await hold(transaction, requestId, reason);
  });
}

/** Does what follows where a request is not sent as it is; throws where the claim is rolled back. */
export async function refuseClaim(
  transaction: Transaction,
  { requestId, fence, isAmbiguous }: typeof sends.$inferSelect,
  reason: ClaimRefusal,
): Promise<void> {
  const decided = decideRefusedClaim(reason, { fence, isAmbiguous });
  switch (decided.kind) {
    case 'wait':
      if (decided.until === undefined) log.warn({ requestId, reason: decided.detail }, 'send waits before its claim');
      throw new PostponedError(requestId, decided.until ?? fromNow(MAX_BACKOFF_MS), decided.detail);
    case 'hold':
      if (decided.isRolledBack) throw new RolledBackHoldError({ requestId, fence }, decided.hold);
      return hold(transaction, requestId, decided.hold);
    case 'end-approval':
      return endApproval(transaction, requestId, decided);
  }
}

async function hold(transaction: Transaction, requestId: string, reason: RefusedHold): Promise<void> {
  const { kind, detail } = reason;
  log.error({ requestId, kind, detail }, 'send put on hold before an attempt');
  await transaction
    .update(sends)
    .set(columnsOf(holdStep(reason)))
    .where(eq(sends.requestId, requestId));
  await appendAudit(transaction, {
    ...startAuditEntry('send.held', requestId),
    before: { state: 'QUEUED' },
    after: { state: 'HOLD', hold: reason },
  });
}

/**
 * Ends the approval of a request that nobody has tried to send: it awaits approval again, so that other people can add
 * approvals, or it expires, where nobody can approve this version as the policy asks for it by now.
 */
async function endApproval(
  transaction: Transaction,
  requestId: string,
  { state, detail }: Extract<RefusedClaim, { kind: 'end-approval' }>,
): Promise<void> {
  const [action, end] =
    state === 'EXPIRED'
      ? (['request.expired', expireApproved] as const)
      : (['request.returned', returnToApproval] as const);
  log.warn({ requestId, state, reason: detail }, 'approval of a withdrawal ended before an attempt');
  const ended = await end(transaction, requestId);
  await appendAudits(
    transaction,
    ended.map((id) => ({
      ...startAuditEntry(action, id),
      before: { state: 'APPROVED' },
      after: { state },
      reason: detail,
    })),
  );
}
