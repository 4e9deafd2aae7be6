import 'server-only';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema';
import { log } from '@/lib/server/log';
import { getTransfer } from '@/lib/server/service/endpoints';
import { isFinalStatus, type Transfer } from '@/lib/transfers';

const FIRST_WAIT_S = 1;
const LONGEST_WAIT_S = 60;
const PER_ROUND = 5;

/** The columns of a send that follow from a record of its transfer. `count`: how often it was asked for without an end. */
export function trackedColumns(transfer: Transfer, count: number) {
  const isFinal = isFinalStatus(transfer.status);
  return {
    transferId: transfer.id,
    transfer: transfer.raw,
    transferStatus: transfer.status ?? null,
    transferSeenAt: sql`now()`,
    trackAt: isFinal ? null : waitLonger(count),
    trackCount: count,
  };
}

/** Asks for accepted transfers that are due, until they are final (send-protocol, step 7). Gives how many were asked for. */
export async function trackSends(): Promise<number> {
  const due = await takeDue();
  await Promise.all(due.map(trackSend));
  return due.length;
}

// Taking a row moves its next time on, so that another process does not ask for the same one.
async function takeDue() {
  const ids = database()
    .select({ id: sends.requestId })
    .from(sends)
    .where(lte(sends.trackAt, sql`now()`))
    .orderBy(asc(sends.trackAt))
    .limit(PER_ROUND)
    .for('update', { skipLocked: true });
  return database()
    .update(sends)
    .set({ trackAt: sql`now() + interval '30 seconds'`, trackCount: sql`${sends.trackCount} + 1` })
    .where(sql`${sends.requestId} in (${ids})`)
    .returning({ requestId: sends.requestId, transferId: sends.transferId, trackCount: sends.trackCount });
}

async function trackSend({ requestId, transferId, trackCount }: { requestId: string; transferId: string | null; trackCount: number }): Promise<void> {
  if (transferId === null) return;
  const found = await getTransfer(transferId);
  if (!found.ok) {
    const isGone = found.error.kind === 'problem' && found.error.problem.status === 404;
    // An accepted transfer that the service no longer knows is an alarm, never a reason to send again.
    if (isGone) log.error({ requestId, transferId }, 'the service does not know a transfer that it accepted');
    await database()
      .update(sends)
      .set({ trackAt: waitLonger(trackCount) })
      .where(eq(sends.requestId, requestId));
    return;
  }
  await database()
    .update(sends)
    .set({ ...trackedColumns(found.value, trackCount), updatedAt: sql`now()` })
    .where(and(eq(sends.requestId, requestId), eq(sends.state, 'ACCEPTED')));
}

function waitLonger(count: number) {
  return sql`now() + make_interval(secs => ${Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 1.5 ** Math.min(count, 20))}::float8)`;
}
