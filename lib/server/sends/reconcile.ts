/**
 * Reconciles sends whose outcome is unknown, after their quiet period: one walk through the service's whole list for
 * all of them, then one short transaction for each. docs/specification/send-protocol.md#reconcile
 *
 * | the walk shows for an UNKNOWN send                        | decision   | state after | next step             |
 * | --------------------------------------------------------- | ---------- | ----------- | --------------------- |
 * | one transfer that equals the request                      | adopt      | ACCEPTED    | tracked until final   |
 * | one transfer that differs or is recorded elsewhere        | hold       | HOLD        | two people decide     |
 * | several transfers                                         | hold       | HOLD        | all sending stops     |
 * | none, in a first complete walk                            | wait       | UNKNOWN     | another quiet period  |
 * | none, although the mirror has one, in a second walk       | hold       | HOLD        | two people decide     |
 * | none, in a second complete walk, with all of (*)          | send-again | QUEUED      | same bytes are posted |
 * | none, in a second complete walk, otherwise                | hold       | HOLD        | two people decide     |
 * | nothing certain: incomplete walk, unreadable item         | wait       | UNKNOWN     | walk again            |
 *
 * (*) Attempts are left, SEND_RESEND_POLICY is not `manual`, and no other transfer may be this withdrawal.
 *
 * A transfer that the mirror has under the reference is adopted before that (lib/server/sends/adopt.ts): only absence
 * needs the quiet period.
 *
 * Invariants:
 * - One process walks at a time (the lease `reconcile`); a walk that loses the lease is incomplete.
 * - A decision is written only where the send is still UNKNOWN with the same fence and the same number of misses.
 * - A walk that lacks a transfer which the service has shown before (the witness) is incomplete, even if it reached
 *   the end of the list.
 * - A transfer belongs to one request only. If it is recorded with another request, this send goes on hold.
 * - An error about one send postpones that send and leaves the others to be decided.
 */
import 'server-only';
import { and, desc, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import {
  type AnsweredTransfer,
  decideReconciliation,
  mayTrustReference,
  type Reconciliation,
  type WalkReport,
} from '@/lib/sends/send-machine';
import { reconcileStep, SEND_GUARDS } from '@/lib/sends/steps';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { findTransfersWithReferences, findTransferWithReference } from '@/lib/server/mirror/search/find-by-reference';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { markSent } from '@/lib/server/sends/record';
import { isOlderThanRestore } from '@/lib/server/requests/load';
import { stopAutomatically } from '@/lib/server/stop-switch/stop-switch';
import { belongsToAnother, describeAdopted } from '@/lib/server/sends/adopt';
import { trackedColumns } from '@/lib/server/sends/track';
import { backoffMs, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { type SoughtWithdrawal, type Walk, walkTransfers } from '@/lib/server/sends/walk';
import { settings } from '@/lib/server/config/settings';
import { columnsOf, takesSend } from '@/lib/server/sends/write-step';
import { takeLease } from '@/lib/server/workers/lease';
import { TheService } from '@/lib/text/service-name';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const MAX_SENDS_PER_WALK = 1_000;

/**
 * Reconciles all sends whose quiet period is over by one walk through the service's list, in one process at a time.
 * Returns how many sends left the state UNKNOWN.
 */
export async function reconcileSends(): Promise<number> {
  if ((await readDue(1)).length === 0) return 0;
  const lease = await takeLease('reconcile', settings().SEND_LEASE_MS);
  if (!lease) return 0;
  try {
    const due = await readDue(MAX_SENDS_PER_WALK);
    const isMirrored = await readMirrored(due);
    const trusted = due.filter((send) =>
      mayTrustReference({ ...send, isMirrored: isMirrored(send.refId) }, resendRules()),
    );
    const sought = due.filter((send) => !trusted.includes(send));
    let decided = 0;
    for (const send of trusted) decided += await conclude(send, undefined);
    if (sought.length === 0) return decided;
    const walk = await walkTransfers({
      sought: sought.map(toSought),
      witnessId: await findWitness(),
      mayContinue: lease.renew,
    });
    await crashPoint('CP8');
    logWalk(walk.report, sought.length);
    for (const send of sought) decided += await conclude(send, walk);
    return decided;
  } finally {
    await lease.release();
  }
}

function logWalk(report: WalkReport, unknownSends: number): void {
  const facts = { ...report, sends: unknownSends };
  if (report.isComplete) log.info(facts, 'reconciliation walk completed');
  else log.warn(facts, 'reconciliation walk incomplete; it proves no absence and will be repeated');
}

function resendRules() {
  const { SEND_MAX_ATTEMPTS, SEND_RESEND_POLICY } = settings();
  return { maxAttempts: SEND_MAX_ATTEMPTS, resendPolicy: SEND_RESEND_POLICY };
}

function toSought({ refId, bytes, firstAttemptAt, requestedAt }: UnknownSend): SoughtWithdrawal {
  // After a restore, attempts may be missing; then the search starts at the time of the request.
  const since = firstAttemptAt === null ? requestedAt.getTime() : Date.parse(firstAttemptAt);
  return { refId, body: parseWithdrawalBody(bytes), since };
}

type UnknownSend = Awaited<ReturnType<typeof readDue>>[number];

function readDue(limit: number) {
  const lastReason = database()
    .select({ reason: sendAttempts.reason })
    .from(sendAttempts)
    .where(eq(sendAttempts.requestId, sends.requestId))
    .orderBy(desc(sendAttempts.fence))
    .limit(1);
  const firstAttemptAt = database()
    .select({ at: min(sendAttempts.startedAt) })
    .from(sendAttempts)
    .where(eq(sendAttempts.requestId, sends.requestId));
  return database()
    .select({
      requestId: sends.requestId,
      fence: sends.fence,
      posts: sends.posts,
      misses: sends.misses,
      lastWalk: sends.lastWalk,
      refId: withdrawalRequests.refId,
      requestedAt: withdrawalRequests.createdAt,
      bytes: requestVersions.body,
      lastReason: sql<string | null>`(${lastReason})`,
      firstAttemptAt: sql<string | null>`(${firstAttemptAt})::text`,
      isBeforeRestore: isOlderThanRestore(),
    })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .where(and(eq(sends.state, 'UNKNOWN'), lte(sends.reconcileAt, sql`now()`)))
    .orderBy(sends.reconcileAt)
    .limit(limit);
}

/** Returns the id of a transfer that the service has returned by id; a complete list must contain it. */
async function findWitness(): Promise<string | undefined> {
  const [witness] = await database()
    .select({ transferId: sends.transferId })
    .from(sends)
    .where(and(eq(sends.state, 'ACCEPTED'), isNotNull(sends.transferSeenAt), isNull(sends.alarm)))
    .orderBy(desc(sends.transferSeenAt))
    .limit(1);
  return witness?.transferId ?? undefined;
}

/**
 * Decides about one send and writes the decision, unless the send has moved on in the meantime. `walk` is undefined
 * where the policy is `trust-ref-id`: the send is queued again. Returns 1 where the send left the state UNKNOWN.
 */
async function conclude(send: UnknownSend, walk: Walk | undefined): Promise<number> {
  try {
    const concluded = await inTransaction((transaction) => concludeIn(transaction, send, walk));
    if (concluded?.kind === 'adopt' && walk)
      await storeSeenTransfers([concluded.transfer], new Date(walk.report.startedAt));
    return concluded && concluded.kind !== 'wait' ? 1 : 0;
  } catch (error) {
    // An error about one send must not stop the others; it waits a quiet period, so that walks do not run back to back.
    log.error({ err: error, requestId: send.requestId }, 'reconciling a send failed; retrying after the quiet period');
    await database()
      .update(sends)
      .set(columnsOf({ nextWalk: 'quiet-period' }))
      .where(takesSend(SEND_GUARDS.adopt, send));
    return 0;
  }
}

async function concludeIn(
  transaction: Transaction,
  send: UnknownSend,
  walk: Walk | undefined,
): Promise<Reconciliation | undefined> {
  const { requestId, fence, misses } = send;
  const [same] = await transaction
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(takesSend(SEND_GUARDS.reconcile, { requestId, fence, misses }))
    .for('update');
  if (!same) return undefined;
  const decided = walk ? await decide(transaction, send, walk) : ({ kind: 'send-again' } as const);
  const failures = walk && !walk.report.isComplete ? (send.lastWalk?.failures ?? 0) + 1 : 0;
  const lastWalk: WalkReport | undefined = walk && {
    ...walk.report,
    ...explainInconclusive(decided, walk),
    ...(failures > 0 && { failures }),
  };
  await transaction
    .update(sends)
    .set({
      ...columnsOf(reconcileStep(decided, failures === 0), { retry: retryMs(failures) }),
      ...(decided.kind === 'send-again' && { nextAt: sql`now()` }),
      ...(decided.kind === 'adopt' && trackedColumns(decided.transfer, 0)),
      ...(lastWalk && { lastWalk }),
    })
    .where(eq(sends.requestId, requestId));
  if (decided.kind === 'hold' && decided.hold.kind === 'several')
    await stopAutomatically(transaction, explainSeveral());
  if (decided.kind === 'adopt') {
    await markSent(transaction, requestId);
    await crashPoint('CP9');
  }
  // An inconclusive walk is stored with the send and not audited: such walks would fill the audit log.
  if (decided.kind !== 'wait' || !decided.isInconclusive) {
    await appendAudit(transaction, {
      ...startAuditEntry('send.reconciled', requestId),
      before: { state: 'UNKNOWN', misses },
      after: describeForAudit(decided, walk),
    });
  }
  return decided;
}

async function decide(
  transaction: Transaction,
  { requestId, refId, requestedAt, bytes, posts, misses, isBeforeRestore }: UnknownSend,
  { report, sightings }: Walk,
): Promise<Reconciliation> {
  const sighting = sightings.get(refId) ?? { transfers: [], hasUnreadable: false };
  const answered = await findAnswered(transaction, requestId);
  const mirroredId = await findMirrored(transaction, refId);
  const decided = decideReconciliation(
    { isComplete: report.isComplete, sighting },
    { body: parseWithdrawalBody(bytes), requestedAt, posts, misses, isBeforeRestore, answered, mirroredId },
    resendRules(),
  );
  if (decided.kind !== 'adopt' || !(await belongsToAnother(transaction, requestId, decided.transfer.id)))
    return decided;
  const { id: transferId } = decided.transfer;
  return { kind: 'hold', hold: { kind: 'differs', transferId, differences: ['the request it belongs to'] }, misses: 0 };
}

/** Reads which references the mirror has; every one counts as mirrored, and is walked for, while it cannot be read. */
async function readMirrored(due: readonly UnknownSend[]): Promise<(refId: string) => boolean> {
  try {
    const found = await findTransfersWithReferences(
      database(),
      due.map(({ refId }) => refId),
    );
    return (refId) => found.has(refId);
  } catch (error) {
    log.warn({ err: error }, 'mirror check before reconciling failed; walking for every send');
    return () => true;
  }
}

/**
 * Returns the id of a transfer that the mirror has under a reference. A mirror that cannot be read holds back no
 * decision: the claim asks again before anything is sent, and sends nothing while it cannot be read.
 */
async function findMirrored(transaction: Transaction, refId: string): Promise<string | undefined> {
  try {
    return await transaction.transaction((nested) => findTransferWithReference(nested, refId));
  } catch (error) {
    log.warn({ err: error }, 'mirror check while reconciling failed; the claim checks again');
    return undefined;
  }
}

/**
 * Returns the differing transfer from the latest answer of the service to an attempt; undefined where there is none.
 */
async function findAnswered(transaction: Transaction, requestId: string): Promise<AnsweredTransfer | undefined> {
  const [attempt] = await transaction
    .select({ evidence: sendAttempts.evidence })
    .from(sendAttempts)
    .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.reason, 'answer-differs')))
    .orderBy(desc(sendAttempts.fence))
    .limit(1);
  const evidence = attempt?.evidence ?? undefined;
  return evidence && { transferId: evidence.answeredId ?? 'unknown', differences: evidence.differences ?? [] };
}

function retryMs(failures: number): number {
  return backoffMs(failures - 1, {
    firstMs: 1_000,
    maxMs: Math.min(MAX_BACKOFF_MS, settings().RECONCILE_QUIET_MS),
  });
}

/** Says why a complete walk was inconclusive about this send; otherwise empty. */
function explainInconclusive(decided: Reconciliation, { report }: Walk): { fault?: string } {
  if (decided.kind !== 'wait' || !decided.isInconclusive || !report.isComplete) return {};
  return { fault: 'The list contains an unreadable item with the reference of a withdrawal.' };
}

/** Gives the reason for the automatic stop: the same withdrawal may have been paid more than once. */
function explainSeveral(): string {
  const finding = `${TheService()} has several transfers with the reference of one withdrawal.`;
  return `${finding} Find out why before you resume sending.`;
}

function describeForAudit(decided: Reconciliation, walk: Walk | undefined): unknown {
  const seen = walk && { walk: walk.report };
  switch (decided.kind) {
    case 'adopt':
      return { ...describeAdopted(decided.transfer), ...seen };
    case 'hold':
      return { state: 'HOLD', hold: decided.hold, ...seen };
    case 'send-again':
      return { state: 'QUEUED', ...(seen ?? { policy: 'trust-ref-id' }) };
    case 'wait':
      return { state: 'UNKNOWN', misses: decided.misses, ...seen };
  }
}
