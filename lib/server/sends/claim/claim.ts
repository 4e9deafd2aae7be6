/**
 * Claims a queued send for one attempt, and reaps claims whose worker died: docs/specification/send-protocol.md#claim
 * and #reap. This is the last check before money leaves; nothing is posted without a committed claim.
 *
 * | found                                                        | state after | audit entry  |
 * | ------------------------------------------------------------ | ----------- | ------------ |
 * | no send is due, or sending is stopped                        | unchanged   |              |
 * | signatures are required, and there is no key list            | unchanged   |              |
 * | a stored row that differs from what is derived again         | HOLD        | send.held    |
 * | too few approvals count, and no attempt was made             | deleted: the request awaits approval again | request.returned |
 * | approvals of another role are asked for, without an attempt  | deleted: the request expires | request.expired |
 * | either of these, after an earlier attempt                    | HOLD        | send.held    |
 * | a limit over time is exceeded by now                         | HOLD        | send.held    |
 * | the newest policy in force refuses                           | HOLD        | send.held    |
 * | whether a limit over time is exceeded is unknown             | unchanged   |              |
 * | a remainder whose test payment is not confirmed              | HOLD        | send.held    |
 * | the mirror has a transfer with the reference                 | UNKNOWN     | send.held    |
 * | ambiguous, and the mirror cannot be read                     | unchanged   |              |
 * | a limit over time lets the withdrawal leave later            | unchanged   |              |
 * | its network is switched off                                  | unchanged   |              |
 * | everything as approved                                       | SENDING     | send.claimed |
 * | SENDING, and the lease has ended (reap)                      | UNKNOWN     | send.lost    |
 *
 * Invariants:
 * - The claim is committed before any byte leaves, so that every post has an open attempt that can be reaped.
 * - Each claim adds one to the fence. A worker with an older fence can record nothing.
 * - At most one attempt of a send is open at a time (a partial unique index enforces it).
 * - A request that was changed after its approval is held, never repaired.
 * - Before every attempt the mirror is asked for the reference. A send with an earlier attempt that may have gone
 *   through is not posted while the mirror cannot be read. A first attempt is: nothing of it can be at the service, its
 *   reference is unused here, and the copy of the list must not hold back every payment.
 * - A send whose lease ended becomes UNKNOWN, never QUEUED: its worker may have died after the bytes left.
 */
import 'server-only';
import { and, asc, eq, exists, sql } from 'drizzle-orm';
import { claimStep, decideByMirror, type MirrorAnswer, mirroredStep, reapStep, SEND_GUARDS } from '@/lib/sends/steps';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { sendAttempts, sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { checkApproval } from '@/lib/server/sends/claim/approval-check';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { countAttempt } from '@/lib/server/sends/attempt-metrics';
import { findTransferWithReference } from '@/lib/server/mirror/search/find-by-reference';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { isInSetUpMode } from '@/lib/server/passkeys/key-list/mode';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { PostponedError, refuseClaim, settleRolledBack } from '@/lib/server/sends/claim/refuse-claim';
import { columnsOf, takesSend } from '@/lib/server/sends/write-step';
import { fromNow, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { settings } from '@/lib/server/config/settings';
import { TheService } from '@/lib/text/service-name';

/** Lets this process post one send once, before its lease ends. */
export interface Claim {
  requestId: string;
  fence: number;
  refId: string;
  /** Stored body, byte for byte. */
  bytes: string;
  wasAmbiguous: boolean;
  requestedAt: Date;
  /** Latest time to post, on the monotonic clock: after it, the answer could arrive after the lease has ended. */
  postBy: number;
}

/**
 * Claims the send that is due longest, or that of one request; undefined where none is due or sending is stopped.
 * Instead, a changed request or a locked remainder goes to HOLD, and a reference that the mirror has already goes to
 * UNKNOWN. Commits before any byte leaves: docs/specification/send-protocol.md#claim.
 */
export async function claimSend(requestId?: string): Promise<Claim | undefined> {
  const { SEND_LEASE_MS, SEND_TIMEOUT_MS } = settings();
  const postBy = performance.now() + SEND_LEASE_MS - SEND_TIMEOUT_MS;
  // Most calls find nothing: one statement finds that out without a transaction.
  if ((await selectDue(database(), requestId)).length === 0) return undefined;
  if (await isInSetUpMode()) return undefined;
  const claim = await claimOrPostpone(postBy, requestId);
  // CP2 again, now after the commit: a worker may die while it holds its claim.
  if (claim) await crashPoint('CP2');
  return claim;
}

/** Returns whether the send of a request is due and sending is not stopped. */
export async function isDue(requestId: string): Promise<boolean> {
  return (await selectDue(database(), requestId)).length > 0;
}

/** Claims in one transaction. Where the claim is rolled back on purpose, the send waits or is put on hold. */
async function claimOrPostpone(postBy: number, wantedId: string | undefined): Promise<Claim | undefined> {
  try {
    return await inTransaction((transaction) => claimIn(transaction, postBy, wantedId));
  } catch (error) {
    await settleRolledBack(error);
    return undefined;
  }
}

async function claimIn(
  transaction: Transaction,
  postBy: number,
  wantedId: string | undefined,
): Promise<Claim | undefined> {
  const send = await takeDue(transaction, wantedId);
  if (!send) return undefined;
  const { requestId, fence, isAmbiguous } = send;
  const checked = await checkApproval(transaction, requestId);
  if (!checked.ok) {
    await refuseClaim(transaction, send, checked.error);
    return undefined;
  }
  const mirror = await askMirror(transaction, { ...checked.value, requestId });
  const next = decideByMirror(mirror.answer, send);
  if (next === 'wait') throw new PostponedError(requestId, fromNow(MAX_BACKOFF_MS));
  if (next === 'reconcile') {
    await markUnknown(transaction, requestId, mirror.transferId);
    return undefined;
  }
  const { refId, bytes, requestedAt, bodySha256 } = checked.value;
  const proofHead = (await readKeyList(transaction))?.list.chain.head;
  await transaction.insert(sendAttempts).values({ requestId, fence, proofHead });
  await appendAudit(transaction, {
    ...startAuditEntry('send.claimed', requestId),
    before: { state: 'QUEUED' },
    after: { state: 'SENDING', fence, bodySha256 },
  });
  await crashPoint('CP2');
  return { requestId, fence, refId, bytes, requestedAt, wasAmbiguous: isAmbiguous, postBy };
}

/**
 * Checks that a claim still holds and that its lease outlasts the wait for an answer, by the database's clock, which
 * ends leases.
 */
export async function isStillClaimed({ requestId, fence }: Pick<Claim, 'requestId' | 'fence'>): Promise<boolean> {
  const held = await database()
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(takesSend(SEND_GUARDS.post, { requestId, fence }));
  return held.length > 0;
}

/**
 * Asks the mirror for a reference, and gives the id of its transfer. The service has one where an earlier attempt
 * went through, the database was restored from a backup, or someone else has the credentials.
 */
async function askMirror(
  transaction: Transaction,
  { requestId, refId }: { requestId: string; refId: string },
): Promise<{ answer: MirrorAnswer; transferId?: string | undefined }> {
  try {
    const transferId = await transaction.transaction((nested) => findTransferWithReference(nested, refId));
    return { answer: transferId === undefined ? 'lacks' : 'has', transferId };
  } catch (error) {
    log.error({ requestId, err: error }, 'mirror check before an attempt failed; only a first attempt goes on');
    return { answer: 'unreadable' };
  }
}

/**
 * Marks a send whose reference the mirror has as UNKNOWN, so that the service's list is checked before anything is
 * sent.
 */
async function markUnknown(transaction: Transaction, requestId: string, transferId: string | undefined): Promise<void> {
  log.error(
    { requestId, transferId },
    'transfer with the reference of a queued withdrawal found; reconciling before sending',
  );
  await transaction.update(sends).set(columnsOf(mirroredStep)).where(eq(sends.requestId, requestId));
  await appendAudit(transaction, {
    ...startAuditEntry('send.held', requestId),
    before: { state: 'QUEUED' },
    after: { state: 'UNKNOWN', transferId },
    reason: `${TheService()} already has a transfer with this reference.`,
  });
}

/**
 * Selects the send that is due longest, of one request where it is named, unless sending is stopped. A missing switch
 * counts as stopped.
 */
function selectDue(reader: Pick<Transaction, 'select'>, requestId: string | undefined) {
  const sendingIsOn = database().select({ id: stopSwitch.id }).from(stopSwitch).where(eq(stopSwitch.isStopped, false));
  return reader
    .select({ id: sends.requestId })
    .from(sends)
    .where(
      and(
        takesSend(SEND_GUARDS.claim),
        exists(sendingIsOn),
        requestId === undefined ? undefined : eq(sends.requestId, requestId),
      ),
    )
    .orderBy(asc(sends.nextAt))
    .limit(1)
    .$dynamic();
}

async function takeDue(transaction: Transaction, requestId: string | undefined) {
  const due = selectDue(transaction, requestId).for('update', { skipLocked: true });
  const [send] = await transaction
    .update(sends)
    .set({ ...columnsOf(claimStep), postponedReason: null })
    .where(eq(sends.requestId, sql`(${due})`))
    .returning();
  return send;
}

/** Marks sends whose lease has ended as UNKNOWN, and returns how many: docs/specification/send-protocol.md#reap. */
export async function reapSends(): Promise<number> {
  return inTransaction(async (transaction) => {
    const ended = transaction
      .select({ id: sends.requestId })
      .from(sends)
      .where(takesSend(SEND_GUARDS.reap))
      .for('update', { skipLocked: true });
    const lost = await transaction
      .update(sends)
      .set(columnsOf(reapStep))
      .where(sql`${sends.requestId} in (${ended})`)
      .returning({ requestId: sends.requestId, fence: sends.fence });
    for (const { requestId, fence } of lost) {
      await transaction
        .update(sendAttempts)
        .set({ endedAt: sql`now()`, reason: 'lease-lost' })
        .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.fence, fence - 1)));
      countAttempt('UNKNOWN', 'lease-lost');
      log.error({ requestId }, 'send lease ended without a result; the outcome is unknown');
    }
    for (const { requestId } of lost)
      await appendAudit(transaction, {
        ...startAuditEntry('send.lost', requestId),
        before: { state: 'SENDING' },
        after: { state: 'UNKNOWN' },
        reason: 'lease-lost',
      });
    if (lost.length > 0) await crashPoint('CP7');
    return lost.length;
  });
}
