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
import { and, asc, eq, exists, gte, lt, lte, sql } from 'drizzle-orm';
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
import { quietFromNow } from '@/lib/server/sends/waits';
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
 * Claims the send that is due longest; undefined where none is due or sending is stopped. Instead, a changed request or
 * a locked remainder goes to HOLD, and a reference that the mirror has already goes to UNKNOWN. Commits before any byte
 * leaves: docs/specification/send-protocol.md#claim.
 */
export async function claimSend(): Promise<Claim | undefined> {
  const { SEND_LEASE_MS, SEND_TIMEOUT_MS } = settings();
  const postBy = performance.now() + SEND_LEASE_MS - SEND_TIMEOUT_MS;
  // Most calls find nothing: one statement finds that out without a transaction.
  if ((await selectDue(database())).length === 0) return undefined;
  if (await isInSetUpMode()) return undefined;
  const claim = await claimOrPostpone(postBy);
  // CP2 again, now after the commit: a worker may die while it holds its claim.
  if (claim) await crashPoint('CP2');
  return claim;
}

/** Claims in one transaction. Where the claim is rolled back on purpose, the send waits or is put on hold. */
async function claimOrPostpone(postBy: number): Promise<Claim | undefined> {
  try {
    return await inTransaction((transaction) => claimIn(transaction, postBy));
  } catch (error) {
    await settleRolledBack(error);
    return undefined;
  }
}

async function claimIn(transaction: Transaction, postBy: number): Promise<Claim | undefined> {
  const send = await takeDue(transaction);
  if (!send) return undefined;
  const { requestId, fence, isAmbiguous } = send;
  const checked = await checkApproval(transaction, requestId);
  if (!checked.ok) {
    await refuseClaim(transaction, send, checked.error);
    return undefined;
  }
  // Known to the service: an earlier attempt went through, the database was restored from a backup, or someone else has
  // the credentials.
  const transferId = await findInMirror(transaction, { ...checked.value, requestId, isAmbiguous });
  if (transferId !== undefined) {
    await markUnknown(transaction, requestId, transferId);
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
  const answeredBy = sql`now() + make_interval(secs => ${settings().SEND_TIMEOUT_MS / 1000}::float8)`;
  const held = await database()
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(
      and(
        eq(sends.requestId, requestId),
        eq(sends.fence, fence),
        eq(sends.state, 'SENDING'),
        gte(sends.leaseUntil, answeredBy),
      ),
    );
  return held.length > 0;
}

/**
 * Returns the id of a transfer that the mirror has under a reference. Where the mirror cannot be read, a first attempt
 * continues and any other throws a PostponedError.
 */
async function findInMirror(
  transaction: Transaction,
  { requestId, refId, isAmbiguous }: { requestId: string; refId: string; isAmbiguous: boolean },
): Promise<string | undefined> {
  try {
    return await transaction.transaction((nested) => findTransferWithReference(nested, refId));
  } catch (error) {
    if (isAmbiguous) {
      log.error({ requestId, err: error }, 'mirror check before sending again failed; the send waits');
      throw new PostponedError(requestId, fromNow(MAX_BACKOFF_MS));
    }
    log.warn({ requestId, err: error }, 'mirror check before the first attempt failed; sending without it');
    return undefined;
  }
}

/**
 * Marks a send whose reference the mirror has as UNKNOWN, so that the service's list is checked before anything is
 * sent.
 */
async function markUnknown(transaction: Transaction, requestId: string, transferId: string): Promise<void> {
  log.error(
    { requestId, transferId },
    'transfer with the reference of a queued withdrawal found; reconciling before sending',
  );
  await transaction
    .update(sends)
    .set({
      state: 'UNKNOWN',
      isAmbiguous: true,
      misses: 0,
      leaseUntil: null,
      reconcileAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(sends.requestId, requestId));
  await appendAudit(transaction, {
    ...startAuditEntry('send.held', requestId),
    before: { state: 'QUEUED' },
    after: { state: 'UNKNOWN', transferId },
    reason: `${TheService()} already has a transfer with this reference.`,
  });
}

/** Selects the send that is due longest, unless sending is stopped. A missing switch counts as stopped. */
function selectDue(reader: Pick<Transaction, 'select'>) {
  const sendingIsOn = database().select({ id: stopSwitch.id }).from(stopSwitch).where(eq(stopSwitch.isStopped, false));
  return reader
    .select({ id: sends.requestId })
    .from(sends)
    .where(and(eq(sends.state, 'QUEUED'), lte(sends.nextAt, sql`now()`), exists(sendingIsOn)))
    .orderBy(asc(sends.nextAt))
    .limit(1)
    .$dynamic();
}

async function takeDue(transaction: Transaction) {
  const { SEND_LEASE_MS } = settings();
  const due = selectDue(transaction).for('update', { skipLocked: true });
  const [send] = await transaction
    .update(sends)
    .set({
      state: 'SENDING',
      fence: sql`${sends.fence} + 1`,
      postponedReason: null,
      leaseUntil: sql`now() + make_interval(secs => ${SEND_LEASE_MS / 1000}::float8)`,
      updatedAt: sql`now()`,
    })
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
      .where(and(eq(sends.state, 'SENDING'), lt(sends.leaseUntil, sql`now()`)))
      .for('update', { skipLocked: true });
    const lost = await transaction
      .update(sends)
      .set({
        state: 'UNKNOWN',
        fence: sql`${sends.fence} + 1`,
        leaseUntil: null,
        isAmbiguous: true,
        posts: sql`${sends.posts} + 1`,
        misses: 0,
        reconcileAt: quietFromNow(),
        updatedAt: sql`now()`,
      })
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
