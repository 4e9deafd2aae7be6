import 'server-only';
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { appendAudit } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { database, inTransaction } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { storeSeenTransfers, markUnknownAtService } from '@/lib/server/mirror/sync/store-seen';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { fromNow } from '@/lib/server/workers/backoff';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { theService, TheService } from '@/lib/text/service-name';
import { isFinalStatus, type Transfer } from '@/lib/transfers/transfer';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const BATCH_SIZE = 5;

/** Builds the columns of a send from its transfer. `count` says how often the transfer was read before it was final. */
export function trackedColumns(transfer: Transfer, count: number) {
  const isFinal = isFinalStatus(transfer.status);
  return {
    transferId: transfer.id,
    transfer: transfer.raw,
    transferStatus: transfer.status ?? null,
    transferSeenAt: sql`now()`,
    trackAt: isFinal ? null : nextRead(count),
    trackCount: count,
    isCostDue: true,
  };
}

/** Gives the status of a transfer that is final from the first, for the audit entry that adopts it. */
export function finalStatusOf({ status }: Pick<Transfer, 'status'>): { status?: string } {
  return status !== undefined && isFinalStatus(status) ? { status } : {};
}

/**
 * Reads accepted transfers that are due, until they are final, and returns how many were due:
 * docs/specification/send-protocol.md#track.
 */
export async function trackSends(): Promise<number> {
  const due = await takeDue();
  await Promise.all(due.map(trackSend));
  return due.length;
}

// Taking a row postpones it, so that another process does not read the same transfer.
async function takeDue() {
  const ids = database()
    .select({ id: sends.requestId })
    .from(sends)
    .where(lte(sends.trackAt, sql`now()`))
    .orderBy(asc(sends.trackAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  return database()
    .update(sends)
    .set({ trackAt: sql`now() + interval '30 seconds'`, trackCount: sql`${sends.trackCount} + 1` })
    .where(sql`${sends.requestId} in (${ids})`)
    .returning({ requestId: sends.requestId, transferId: sends.transferId, trackCount: sends.trackCount });
}

async function trackSend({
  requestId,
  transferId,
  trackCount,
}: {
  requestId: string;
  transferId: string | null;
  trackCount: number;
}): Promise<void> {
  if (transferId === null) return;
  const readAt = now();
  const found = await getTransfer(transferId);
  if (found.ok) {
    await writeTracked(requestId, { ...trackedColumns(found.value, trackCount), alarm: null });
    return storeSeenTransfers([found.value], readAt);
  }
  const isGone = found.error.kind === 'problem' && found.error.problem.status === 404;
  // An accepted transfer that the service no longer knows is an alarm, never a reason to send again.
  if (isGone) log.error({ requestId, transferId }, 'accepted transfer not found at the service');
  await writeTracked(requestId, { trackAt: nextRead(trackCount), ...(isGone && { alarm: explainGone() }) });
  if (isGone) await markUnknownAtService(transferId, readAt);
}

function explainGone(): string {
  return (
    `${TheService()} no longer knows this transfer, which was accepted before. Nothing is sent again. ` +
    `Ask ${theService()} about the transfer.`
  );
}

/** Stores what was read, and writes an audit entry for the end of the transfer and for an alarm that came or went. */
async function writeTracked(
  requestId: string,
  seen: { alarm?: string | null; transferStatus?: string | null; trackAt: SQL | null },
): Promise<void> {
  await inTransaction(async (transaction) => {
    const [before] = await transaction
      .select({ status: sends.transferStatus, alarm: sends.alarm })
      .from(sends)
      .where(and(eq(sends.requestId, requestId), eq(sends.state, 'ACCEPTED')))
      .for('update');
    if (!before) return;
    await transaction
      .update(sends)
      .set({ ...seen, updatedAt: sql`now()` })
      .where(eq(sends.requestId, requestId));
    const after = {
      status: seen.transferStatus ?? before.status,
      alarm: seen.alarm === undefined ? before.alarm : seen.alarm,
    };
    const isNews =
      after.alarm !== before.alarm || (after.status !== before.status && isFinalStatus(after.status ?? undefined));
    if (isNews)
      await appendAudit(transaction, {
        ...startAuditEntry('send.tracked', requestId),
        before,
        after,
      });
  });
}

function nextRead(count: number) {
  return fromNow(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 1.5 ** Math.min(count, 20)));
}
