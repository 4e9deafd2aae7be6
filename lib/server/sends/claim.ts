import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, eq, exists, gte, lt, lte, sql } from 'drizzle-orm';
import { isApproved } from '@/lib/requests/decisions';
import type { HoldReason } from '@/lib/sends/send-machine';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import {
  decisions,
  requestVersions,
  sendAttempts,
  sends,
  stopSwitch,
  withdrawalRequests,
} from '@/lib/server/database/schema';
import { lockReason } from '@/lib/server/requests/groups/lock-reason';
import { log } from '@/lib/server/observability/log';
import { countAttempt } from '@/lib/server/sends/attempt-metrics';
import { findTransferWithReference } from '@/lib/server/mirror/find-by-reference';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { quietFromNow } from '@/lib/server/sends/waits';
import { parseJson } from '@/lib/server/transfer-service/problems';
import { settings } from '@/lib/server/config/settings';

/** A send that this process may try once, until its lease ends. */
export interface Claim {
  requestId: string;
  fence: number;
  refId: string;
  /** The stored body, byte for byte. */
  bytes: string;
  wasAmbiguous: boolean;
  requestedAt: Date;
  /** On the monotonic clock: later than this nothing may leave, since the answer could come after the lease. */
  postBy: number;
}

/**
 * Takes the send that is due longest, for one attempt (send-protocol, step 2); undefined where none is, or while sending
 * is stopped. What is no longer what was approved is put on hold instead. Committed before any byte leaves.
 */
export async function claimSend(): Promise<Claim | undefined> {
  const { SEND_LEASE_MS, SEND_TIMEOUT_MS } = settings();
  const postBy = performance.now() + SEND_LEASE_MS - SEND_TIMEOUT_MS;
  // Most looks find nothing: one statement says so.
  if ((await selectDue(database())).length === 0) return undefined;
  const claim = await inTransaction(async (transaction) => {
    const send = await takeDue(transaction);
    if (!send) return undefined;
    const { requestId, fence } = send;
    const subject = `request:${requestId}`;
    const checked = await checkApproval(transaction, requestId);
    if ('changed' in checked) {
      const hold: HoldReason = { kind: 'changed', detail: checked.changed };
      log.error({ requestId, detail: checked.changed }, 'a send was held: its request is not what was approved');
      await transaction
        .update(sends)
        .set({ state: 'HOLD', hold, leaseUntil: null, updatedAt: sql`now()` })
        .where(eq(sends.requestId, requestId));
      await appendAudit(transaction, {
        action: 'send.held',
        actor: null,
        subject,
        origin: null,
        before: { state: 'QUEUED' },
        after: { state: 'HOLD', hold },
      });
      return undefined;
    }
    // Never sent as far as we know, and there all the same: this database was restored, or somebody else has the credential.
    const transferId = send.isAmbiguous ? undefined : await findInMirror(transaction, checked.refId);
    if (transferId !== undefined) {
      await doubtUnsent(transaction, requestId, transferId);
      return undefined;
    }
    await transaction.insert(sendAttempts).values({ requestId, fence });
    const after = { state: 'SENDING', fence, bodySha256: checked.bodySha256 };
    await appendAudit(transaction, {
      action: 'send.claimed',
      actor: null,
      subject,
      origin: null,
      before: { state: 'QUEUED' },
      after,
    });
    await crashPoint('CP2');
    return {
      requestId,
      fence,
      refId: checked.refId,
      bytes: checked.bytes,
      requestedAt: checked.requestedAt,
      wasAmbiguous: send.isAmbiguous,
      postBy,
    };
  });
  // Once more with the claim committed: a sender may die before it has done anything.
  if (claim) await crashPoint('CP2');
  return claim;
}

/** Whether a claim still holds, and its lease longer than an answer is waited for; by the database's clock, which ends it. */
export async function isStillClaimed({ requestId, fence }: Pick<Claim, 'requestId' | 'fence'>): Promise<boolean> {
  const answered = sql`now() + make_interval(secs => ${settings().SEND_TIMEOUT_MS / 1000}::float8)`;
  const held = await database()
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(
      and(
        eq(sends.requestId, requestId),
        eq(sends.fence, fence),
        eq(sends.state, 'SENDING'),
        gte(sends.leaseUntil, answered),
      ),
    );
  return held.length > 0;
}

/** What the mirror has under a reference. No send depends on the mirror: where it cannot be read, it has nothing. */
async function findInMirror(transaction: Transaction, refId: string): Promise<string | undefined> {
  try {
    return await transaction.transaction((nested) => findTransferWithReference(nested, refId));
  } catch (error) {
    log.warn({ err: error }, 'the mirror could not be asked for a reference before it is sent');
    return undefined;
  }
}

/** Looks for it before anything leaves: what is found is adopted, or held for two people; what is not is sent (send-protocol, step 6). */
async function doubtUnsent(transaction: Transaction, requestId: string, transferId: string): Promise<void> {
  log.error({ requestId, transferId }, 'a withdrawal was at the service before it was sent; it is looked for first');
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
  const change = {
    before: { state: 'QUEUED' },
    after: { state: 'UNKNOWN', transferId },
    reason: 'The service has a transfer with this reference already.',
  };
  await appendAudit(transaction, {
    action: 'send.held',
    actor: null,
    subject: `request:${requestId}`,
    origin: null,
    ...change,
  });
}

/** The send that is due longest, while sending goes on. A switch that is gone is no permission. */
function selectDue(reader: Pick<Transaction, 'select'>) {
  const released = database().select({ id: stopSwitch.id }).from(stopSwitch).where(eq(stopSwitch.isStopped, false));
  return reader
    .select({ id: sends.requestId })
    .from(sends)
    .where(and(eq(sends.state, 'QUEUED'), lte(sends.nextAt, sql`now()`), exists(released)))
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
      leaseUntil: sql`now() + make_interval(secs => ${SEND_LEASE_MS / 1000}::float8)`,
      updatedAt: sql`now()`,
    })
    .where(eq(sends.requestId, sql`(${due})`))
    .returning();
  return send;
}

type Checked = { refId: string; requestedAt: Date; bytes: string; bodySha256: string } | { changed: string };

// Whatever code, script or hand changed it after it was approved (threats.md, "Body changed"): it must not leave.
async function checkApproval(transaction: Transaction, requestId: string): Promise<Checked> {
  const [found] = await transaction
    .select()
    .from(withdrawalRequests)
    .leftJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .where(eq(withdrawalRequests.id, requestId));
  if (!found) throw new Error('a send without its request');
  const { withdrawal_requests: request, request_versions: version } = found;
  if (!version) return { changed: `There is no version ${request.version} of the request.` };
  if (request.state !== 'APPROVED') return { changed: `The request is ${request.state} and not APPROVED.` };
  if (createHash('sha256').update(version.body).digest('hex') !== version.bodySha256)
    return { changed: 'The stored bytes do not have the stored hash.' };
  const bytes = version.body.toString('utf8');
  const body = parseJson(bytes) as { ref_id?: unknown } | null | undefined;
  if (body?.ref_id !== request.refId)
    return { changed: 'The reference in the stored bytes is not the reference of the request.' };
  const votes = await transaction
    .select({
      personId: decisions.personId,
      version: decisions.version,
      verdict: decisions.verdict,
      roles: decisions.roles,
    })
    .from(decisions)
    .where(and(eq(decisions.requestId, requestId), eq(decisions.bodySha256, version.bodySha256)));
  const { requiredApprovals, requiredRole } = version;
  if (!isApproved({ ...request, requiredApprovals, requiredRole, votes })) {
    return { changed: 'The approvals on the stored bytes are fewer than the rule asks for.' };
  }
  const locked = await lockReason(transaction, request);
  if (locked !== undefined) return { changed: locked };
  return { refId: request.refId, requestedAt: request.createdAt, bytes, bodySha256: version.bodySha256 };
}

/** Turns sends whose lease has ended into UNKNOWN (send-protocol, step 5): their sender may have died after the bytes left. Gives how many. */
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
      log.error({ requestId }, 'a sender did not come back; the outcome of its attempt is unknown');
    }
    for (const { requestId } of lost) {
      const change = { before: { state: 'SENDING' }, after: { state: 'UNKNOWN' }, reason: 'lease-lost' };
      await appendAudit(transaction, {
        action: 'send.lost',
        actor: null,
        subject: `request:${requestId}`,
        origin: null,
        ...change,
      });
    }
    if (lost.length > 0) await crashPoint('CP7');
    return lost.length;
  });
}
