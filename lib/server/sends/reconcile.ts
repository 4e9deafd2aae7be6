import 'server-only';
import { and, desc, eq, isNotNull, isNull, lte, min, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import {
  type AnsweredTransfer,
  decideReconciliation,
  mayTrustReference,
  type Reconciliation,
  type WalkReport,
} from '@/lib/sends/send-machine';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestVersions, sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import { storeSeenTransfers } from '@/lib/server/mirror/store-seen';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { markSent } from '@/lib/server/sends/record';
import { stopAutomatically } from '@/lib/server/stop-switch/stop-switch';
import { trackedColumns } from '@/lib/server/sends/track';
import { quietFromNow } from '@/lib/server/sends/waits';
import { backoffMs, fromNow, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { type Doubt, type Walk, walkTransfers } from '@/lib/server/sends/walk';
import { settings } from '@/lib/server/config/settings';
import { takeLease } from '@/lib/server/workers/lease';
import { wake } from '@/lib/server/workers/loop';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const PER_WALK = 1_000;
// Something pays more than once: nothing more may leave until people have found out what.
const SEVERAL =
  'The service has several transfers with the reference of one withdrawal. Find out why before anything more is sent.';

/**
 * Ends the doubt about sends whose quiet period is over (send-protocol, step 6), all of them by one walk through the
 * service's list. One process at a time. Gives for how many something was decided.
 */
export async function reconcileSends(): Promise<number> {
  if ((await readDue(1)).length === 0) return 0;
  const lease = await takeLease('reconcile', settings().SEND_LEASE_MS);
  if (!lease) return 0;
  try {
    const due = await readDue(PER_WALK);
    const trusted = due.filter((send) => mayTrustReference(send, resendRules()));
    const doubted = due.filter((send) => !trusted.includes(send));
    let decided = 0;
    for (const send of trusted) decided += await conclude(send, undefined);
    if (doubted.length === 0) return decided;
    const walk = await walkTransfers({
      doubts: doubted.map(toDoubt),
      witnessId: await findWitness(),
      mayGoOn: lease.renew,
    });
    await crashPoint('CP8');
    if (walk.report.isComplete)
      log.info({ ...walk.report, sends: doubted.length }, 'a walk for sends in doubt came to the end');
    else
      log.warn(
        { ...walk.report, sends: doubted.length },
        'a walk for sends in doubt proves nothing, since it did not come to the end',
      );
    for (const send of doubted) decided += await conclude(send, walk);
    return decided;
  } finally {
    await lease.release();
  }
}

function resendRules() {
  const { SEND_MAX_ATTEMPTS, SEND_RESEND_POLICY } = settings();
  return { maxAttempts: SEND_MAX_ATTEMPTS, resendPolicy: SEND_RESEND_POLICY };
}

function toDoubt({ refId, bytes, firstAttemptAt, requestedAt }: UnknownSend): Doubt {
  // Of an attempt after the backup that the database was restored from nothing is known.
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
    })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, sends.requestId), eq(requestVersions.version, withdrawalRequests.version)),
    )
    .where(and(eq(sends.state, 'UNKNOWN'), lte(sends.reconcileAt, sql`now()`)))
    .orderBy(sends.reconcileAt)
    .limit(limit);
}

/** A transfer that the service showed us itself, so its list must hold it. */
async function findWitness(): Promise<string | undefined> {
  const [witness] = await database()
    .select({ transferId: sends.transferId })
    .from(sends)
    .where(and(eq(sends.state, 'ACCEPTED'), isNotNull(sends.transferSeenAt), isNull(sends.alarm)))
    .orderBy(desc(sends.transferSeenAt))
    .limit(1);
  return witness?.transferId ?? undefined;
}

/** Writes what follows for one send; nothing where it was decided about in the meantime. Gives 1 where it is no longer in doubt. */
async function conclude(send: UnknownSend, walk: Walk | undefined): Promise<number> {
  try {
    const concluded = await inTransaction((transaction) => concludeIn(transaction, send, walk));
    if (concluded?.kind === 'send-again') wake('send');
    if (concluded?.kind === 'adopt' && walk)
      await storeSeenTransfers([concluded.transfer], new Date(walk.report.startedAt));
    return concluded && concluded.kind !== 'wait' ? 1 : 0;
  } catch (error) {
    // What is wrong with one send must not keep the others in doubt.
    log.error({ err: error, requestId: send.requestId }, 'what a walk saw of a send could not be written down');
    // And must not make the walks follow one another without end.
    await database()
      .update(sends)
      .set({ reconcileAt: quietFromNow() })
      .where(and(eq(sends.requestId, send.requestId), eq(sends.state, 'UNKNOWN'), eq(sends.fence, send.fence)));
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
    .where(
      and(
        eq(sends.requestId, requestId),
        eq(sends.state, 'UNKNOWN'),
        eq(sends.fence, fence),
        eq(sends.misses, misses),
        lte(sends.reconcileAt, sql`now()`),
      ),
    )
    .for('update');
  if (!same) return undefined;
  const decided = walk ? await decide(transaction, send, walk) : ({ kind: 'send-again' } as const);
  const failures = walk && !walk.report.isComplete ? ((send.lastWalk as WalkReport | null)?.failures ?? 0) + 1 : 0;
  const lastWalk: WalkReport | undefined = walk && {
    ...walk.report,
    ...sayDoubt(decided, walk),
    ...(failures > 0 && { failures }),
  };
  await transaction
    .update(sends)
    .set({ ...toColumns(decided, failures), ...(lastWalk && { lastWalk }), updatedAt: sql`now()` })
    .where(eq(sends.requestId, requestId));
  if (decided.kind === 'hold' && decided.hold.kind === 'several') await stopAutomatically(transaction, SEVERAL);
  if (decided.kind === 'adopt') {
    await markSent(transaction, requestId);
    await crashPoint('CP9');
  }
  // A walk that proves nothing is told by the send itself and not by the log, which would fill up.
  if (decided.kind !== 'wait' || !decided.isDoubtful) {
    await appendAudit(transaction, {
      action: 'send.reconciled',
      actor: null,
      subject: `request:${requestId}`,
      origin: null,
      before: { state: 'UNKNOWN', misses },
      after: describeForAudit(decided, walk),
    });
  }
  return decided;
}

async function decide(
  transaction: Transaction,
  { requestId, refId, requestedAt, bytes, posts, misses }: UnknownSend,
  { report, sightings }: Walk,
): Promise<Reconciliation> {
  const sighting = sightings.get(refId) ?? { transfers: [], hasUnreadable: false };
  const answered = await findAnswered(transaction, requestId);
  const decided = decideReconciliation(
    { isComplete: report.isComplete, sighting },
    { body: parseWithdrawalBody(bytes), requestedAt, posts, misses, answered },
    resendRules(),
  );
  if (decided.kind !== 'adopt') return decided;
  const transferId = decided.transfer.id;
  const [owner] = await transaction
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(and(eq(sends.transferId, transferId), ne(sends.requestId, requestId)));
  // One transfer cannot be two withdrawals, whatever the service says of its reference.
  return owner
    ? { kind: 'hold', hold: { kind: 'differs', transferId, differences: ['the request that it belongs to'] } }
    : decided;
}

/** What the service answered with where that was another transfer than asked for. */
async function findAnswered(transaction: Transaction, requestId: string): Promise<AnsweredTransfer | undefined> {
  const [attempt] = await transaction
    .select({ evidence: sendAttempts.evidence })
    .from(sendAttempts)
    .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.reason, 'answer-differs')))
    .orderBy(desc(sendAttempts.fence))
    .limit(1);
  const evidence = attempt?.evidence as { answeredId?: string; differences?: string[] } | undefined;
  return evidence && { transferId: evidence.answeredId ?? 'unknown', differences: evidence.differences ?? [] };
}

function toColumns(decided: Reconciliation, failures: number): PgUpdateSetSource<typeof sends> {
  switch (decided.kind) {
    case 'adopt':
      return { state: 'ACCEPTED', isAmbiguous: false, reconcileAt: null, ...trackedColumns(decided.transfer, 0) };
    case 'hold':
      return { state: 'HOLD', hold: decided.hold, reconcileAt: null };
    case 'send-again':
      return { state: 'QUEUED', misses: 0, reconcileAt: null, nextAt: sql`now()` };
    case 'wait':
      return { misses: decided.misses, reconcileAt: failures > 0 ? fromNow(retryMs(failures)) : quietFromNow() };
  }
}

function retryMs(failures: number): number {
  return backoffMs(failures - 1, {
    firstMs: 1_000,
    maxMs: Math.min(MAX_BACKOFF_MS, settings().RECONCILE_QUIET_MS),
  });
}

function sayDoubt(decided: Reconciliation, { report }: Walk): { fault?: string } {
  if (decided.kind !== 'wait' || !decided.isDoubtful || !report.isComplete) return {};
  return { fault: 'The list holds an item with this reference that cannot be read.' };
}

function describeForAudit(decided: Reconciliation, walk: Walk | undefined): unknown {
  const seen = walk && { walk: walk.report };
  switch (decided.kind) {
    case 'adopt':
      return { state: 'ACCEPTED', transferId: decided.transfer.id, ...seen };
    case 'hold':
      return { state: 'HOLD', hold: decided.hold, ...seen };
    case 'send-again':
      return { state: 'QUEUED', ...(seen ?? { policy: 'trust-ref-id' }) };
    case 'wait':
      return { state: 'UNKNOWN', misses: decided.misses, ...seen };
  }
}
