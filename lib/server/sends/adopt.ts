import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import { decideReconciliation } from '@/lib/sends/send-machine';
import { reconcileStep, SEND_GUARDS } from '@/lib/sends/steps';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { findSingleTransfers } from '@/lib/server/mirror/search/find-by-reference';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { now } from '@/lib/server/runtime/clock';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { singleton } from '@/lib/server/runtime/singleton';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { markSent } from '@/lib/server/sends/record';
import { finalStatusOf, trackedColumns } from '@/lib/server/sends/track';
import { columnsOf, takesSend } from '@/lib/server/sends/write-step';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import type { Transfer } from '@/lib/transfers/transfer';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const MAX_SENDS = 1_000;
const RETRY_MS = 30_000;

/** When each send was last compared with a transfer, by request; on the monotonic clock (ms). */
const compared = () => singleton('sends.compared', () => new Map<string, { what: string; at: number }>());

/**
 * Adopts the transfers that the mirror already has for sends with an unknown outcome, without the quiet period: exactly
 * one record has the reference, and a read by its ID confirms every compared field. Everything else is left to
 * `reconcileSends`. Returns how many were adopted. docs/specification/send-protocol.md#reconcile
 */
export async function adoptMirrored(): Promise<number> {
  const unknown = await readUnknown();
  forgetOthers(unknown);
  const single = await findSingleTransfers(
    database(),
    unknown.map(({ refId }) => refId),
  );
  let adopted = 0;
  for (const send of unknown) {
    const transferId = single.get(send.refId);
    if (transferId !== undefined && isDue(send, transferId)) adopted += await confirmAndAdopt(send, transferId);
  }
  return adopted;
}

type UnknownSend = Awaited<ReturnType<typeof readUnknown>>[number];

function readUnknown() {
  return database()
    .select({
      requestId: sends.requestId,
      fence: sends.fence,
      posts: sends.posts,
      misses: sends.misses,
      refId: withdrawalRequests.refId,
      requestedAt: withdrawalRequests.createdAt,
      bytes: requestVersions.body,
    })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .where(eq(sends.state, 'UNKNOWN'))
    .orderBy(sends.reconcileAt)
    .limit(MAX_SENDS);
}

function forgetOthers(unknown: readonly UnknownSend[]): void {
  const open = new Set(unknown.map(({ requestId }) => requestId));
  for (const requestId of compared().keys()) if (!open.has(requestId)) compared().delete(requestId);
}

/** Tells whether a send may be compared with a transfer now: at once, then every half minute. */
function isDue({ requestId, fence }: UnknownSend, transferId: string): boolean {
  const what = `${fence} ${transferId}`;
  const last = compared().get(requestId);
  if (last?.what === what && performance.now() - last.at < RETRY_MS) return false;
  compared().set(requestId, { what, at: performance.now() });
  return true;
}

async function confirmAndAdopt(send: UnknownSend, transferId: string): Promise<number> {
  const readAt = now();
  const found = await getTransfer(transferId, 'sending');
  if (!found.ok) return 0;
  const transfer = found.value;
  const { posts, misses, requestedAt } = send;
  const decided = decideReconciliation(
    // Nothing but the presence of this one transfer counts here.
    { isComplete: false, sighting: { transfers: [transfer], hasUnreadable: false } },
    { body: parseWithdrawalBody(send.bytes), requestedAt, posts, misses },
    { maxAttempts: posts, resendPolicy: 'manual' },
  );
  if (decided.kind !== 'adopt') return 0;
  const isAdopted = await inTransaction((transaction) => adoptIn(transaction, send, transfer));
  if (!isAdopted) return 0;
  await storeSeenTransfers([transfer], readAt);
  return 1;
}

/**
 * Writes the adoption, unless the send has moved on, or another record has the reference or another request the
 * transfer.
 */
async function adoptIn(transaction: Transaction, send: UnknownSend, transfer: Transfer): Promise<boolean> {
  const { requestId, fence, misses, refId } = send;
  const [same] = await transaction
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(takesSend(SEND_GUARDS.adopt, { requestId, fence }))
    .for('update');
  if (!same) return false;
  const single = await findSingleTransfers(transaction, [refId]);
  if (single.get(refId) !== transfer.id || (await belongsToAnother(transaction, requestId, transfer.id))) return false;
  await transaction
    .update(sends)
    .set({ ...columnsOf(reconcileStep({ kind: 'adopt', transfer }, false)), ...trackedColumns(transfer, 0) })
    .where(eq(sends.requestId, requestId));
  await markSent(transaction, requestId);
  await crashPoint('CP9');
  await appendAudit(transaction, {
    ...startAuditEntry('send.reconciled', requestId),
    before: { state: 'UNKNOWN', misses },
    after: { ...describeAdopted(transfer), mirror: true },
  });
  return true;
}

/** Describes an adoption for the audit log. */
export function describeAdopted(transfer: Transfer) {
  return { state: 'ACCEPTED', transferId: transfer.id, ...finalStatusOf(transfer) };
}

/**
 * Tells whether a transfer is recorded with another request: one transfer cannot be two withdrawals, whatever reference
 * the service shows for it.
 */
export async function belongsToAnother(
  transaction: Transaction,
  requestId: string,
  transferId: string,
): Promise<boolean> {
  const [owner] = await transaction
    .select({ requestId: sends.requestId })
    .from(sends)
    .where(and(eq(sends.transferId, transferId), ne(sends.requestId, requestId)));
  return owner !== undefined;
}
