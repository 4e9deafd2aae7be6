import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import { inTransaction } from '@/lib/server/database/client';
import { sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { log } from '@/lib/server/log';
import { settings } from '@/lib/server/settings';

/** A send that this process may try once, until its lease ends. */
export interface Claim {
  requestId: string;
  fence: number;
  refId: string;
  /** The stored body, byte for byte. */
  bytes: string;
  wasAmbiguous: boolean;
  /** On the monotonic clock: later than this nothing may leave, since the answer could come after the lease. */
  postBy: number;
}

/** Takes the send that is due longest, for one attempt (send-protocol, step 2); undefined where none is. Committed before any byte leaves. */
export async function claimSend(): Promise<Claim | undefined> {
  const { SEND_LEASE_MS, SEND_TIMEOUT_MS } = settings();
  const postBy = performance.now() + SEND_LEASE_MS - SEND_TIMEOUT_MS;
  return inTransaction(async (transaction) => {
    const due = transaction
      .select({ id: sends.requestId })
      .from(sends)
      .where(and(eq(sends.state, 'QUEUED'), lte(sends.nextAt, sql`now()`)))
      .orderBy(asc(sends.nextAt))
      .limit(1)
      .for('update', { skipLocked: true });
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
    if (!send) return undefined;
    const [request] = await transaction.select().from(withdrawalRequests).where(eq(withdrawalRequests.id, send.requestId));
    if (!request) throw new Error('a send without its request');
    if (request.state !== 'APPROVED' || createHash('sha256').update(request.body).digest('hex') !== request.bodySha256) {
      // Changed after it was asked for, by whatever means: this must not leave (threats.md, "Body changed").
      log.error({ requestId: send.requestId, state: request.state }, 'a send was held: its request is not what was approved');
      await transaction
        .update(sends)
        .set({ state: 'HOLD', leaseUntil: null, updatedAt: sql`now()` })
        .where(eq(sends.requestId, send.requestId));
      return undefined;
    }
    await transaction.insert(sendAttempts).values({ requestId: send.requestId, fence: send.fence });
    return { requestId: send.requestId, fence: send.fence, refId: request.refId, bytes: request.body.toString('utf8'), wasAmbiguous: send.isAmbiguous, postBy };
  });
}

/** Turns sends whose lease has ended into UNKNOWN (send-protocol, step 5): their sender may have died after the bytes left. Gives how many. */
export async function reapSends(): Promise<number> {
  return inTransaction(async (transaction) => {
    const lost = await transaction
      .update(sends)
      .set({ state: 'UNKNOWN', fence: sql`${sends.fence} + 1`, leaseUntil: null, isAmbiguous: true, updatedAt: sql`now()` })
      .where(and(eq(sends.state, 'SENDING'), lt(sends.leaseUntil, sql`now()`)))
      .returning({ requestId: sends.requestId, fence: sends.fence });
    for (const { requestId, fence } of lost) {
      await transaction
        .update(sendAttempts)
        .set({ endedAt: sql`now()`, reason: 'lease-lost' })
        .where(and(eq(sendAttempts.requestId, requestId), eq(sendAttempts.fence, fence - 1)));
      log.error({ requestId }, 'a sender did not come back; the outcome of its attempt is unknown');
    }
    return lost.length;
  });
}
