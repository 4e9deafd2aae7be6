import 'server-only';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { computeSignature } from '@/lib/addresses/similarity';
import { resolveNetwork } from '@/lib/networks/networks';
import type { Registry } from '@/lib/networks/assets';
import { identifyAddress } from '@/lib/recipients/recipients';
import { readRegistry } from '@/lib/server/networks/registry';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { WAS_WITHDRAWN } from '@/lib/server/database/schema/mirror';
import { knownAddresses } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { watchState } from '@/lib/server/database/schema/transfer-watch';
import { wasPaidAsRequested } from '@/lib/server/recipients/paid-recipients';
import { startLoop } from '@/lib/server/workers/loop';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

interface KnownAddress {
  network: string;
  address: string;
  /** Time of the payment; null for an address saved in the address book. */
  paidAt: Date | null;
}

const BATCH_SIZE = 100;
// They take some tens of milliseconds.
const TRANSFER_BATCH_SIZE = 1_000;
const INTERVAL_MS = 2_000;

/**
 * Records addresses with which later ones are compared. Only for addresses that were saved, or paid by a withdrawal
 * that raised no alarm: anyone can cause an incoming transfer.
 */
export async function recordAddresses(transaction: Transaction, known: readonly KnownAddress[]): Promise<void> {
  const registry = await readRegistry(transaction);
  // In one order, so that two transactions with the same addresses never deadlock; the last payment of each counts.
  const rows = known
    .map((one) => toRow(one, registry))
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)) || Number(a.lastPaidAt) - Number(b.lastPaidAt));
  const last = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  if (last.length === 0) return;
  await transaction
    .insert(knownAddresses)
    .values(last)
    .onConflictDoUpdate({
      target: [knownAddresses.family, knownAddresses.address],
      set: {
        // Transfers come in any order.
        network: sql`case when excluded.last_paid_at < ${knownAddresses.lastPaidAt} then ${knownAddresses.network}
          else excluded.network end`,
        lastPaidAt: sql`greatest(${knownAddresses.lastPaidAt}, excluded.last_paid_at)`,
      },
    });
}

/**
 * Records the addresses of completed withdrawals that are not recorded yet, at most 100. Runs apart from the recording
 * of a send's outcome, which must never fail because of it. Gives the number of sends read.
 */
export async function recordPaidAddresses(): Promise<number> {
  return inTransaction(async (transaction) => {
    const due = await transaction
      .select({
        requestId: sends.requestId,
        body: requestVersions.body,
        seenAt: sends.transferSeenAt,
        updatedAt: sends.updatedAt,
        isPaidAsRequested: sql<boolean>`${wasPaidAsRequested()}`,
      })
      .from(sends)
      .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
      .innerJoin(requestVersions, isCurrentVersion())
      .where(and(eq(sends.transferStatus, 'COMPLETED'), eq(sends.isRemembered, false), eq(sends.state, 'ACCEPTED')))
      .orderBy(sends.updatedAt)
      .limit(BATCH_SIZE)
      .for('update', { of: sends, skipLocked: true });
    if (due.length === 0) return 0;
    const requestIds = due.map(({ requestId }) => requestId);
    await transaction.update(sends).set({ isRemembered: true }).where(inArray(sends.requestId, requestIds));
    const paid = due.filter(({ isPaidAsRequested }) => isPaidAsRequested);
    await recordAddresses(
      transaction,
      paid.map(({ body, seenAt, updatedAt }) => toKnownAddress(parseWithdrawalBody(body), seenAt ?? updatedAt)),
    );
    return due.length;
  });
}

/** Records the addresses of these transfers: of completed withdrawals of at least 10 USD without an open alarm. */
export async function recordTransferAddresses(transaction: Transaction, transferIds: readonly string[]): Promise<void> {
  if (transferIds.length === 0) return;
  await recordWhere(transaction, sql`id = any(${sql.param([...transferIds])}::text[])`);
}

/**
 * Records the addresses of the withdrawals that were in the mirror before the watcher knew of new ones, in batches by
 * ID; the watcher records all others. Waits until the mirror is complete and has its indexes, so that the first walk is
 * not slower. Gives the number of transfers read; 0 once all are.
 */
export async function recordPastAddresses(): Promise<number> {
  return inTransaction(async (transaction) => {
    const [state] = await transaction
      .select({ after: watchState.recordedUntil })
      .from(watchState)
      .where(
        and(isNotNull(watchState.foreignSince), isNotNull(watchState.recordedUntil), sql`mirror_missing_indexes() = 0`),
      )
      .for('update', { skipLocked: true });
    if (typeof state?.after !== 'string') return 0;
    const { rows } = await transaction.execute<{ count: number; last: string | null }>(sql`
      select count(*)::int as count, max(id) as last
      from (select id from mirror_transfers where id > ${state.after} order by id limit ${TRANSFER_BATCH_SIZE}) batch`);
    const { count = 0, last = null } = rows[0] ?? {};
    if (last !== null)
      await recordWhere(
        transaction,
        // The watcher decides about those in its queue, and records them then.
        sql`id > ${state.after} and id <= ${last}
          and not exists (select from transfer_watch where transfer_id = mirror_transfers.id)`,
      );
    await transaction.update(watchState).set({ recordedUntil: last });
    return count;
  });
}

/** Records each address once, with its latest payment. */
async function recordWhere(transaction: Transaction, condition: SQL): Promise<void> {
  const { rows } = await transaction.execute<{ network: string; address: string; paidAt: Date }>(sql`
    select network, record ->> 'destination_address' as address, max(created_at) as "paidAt"
    from mirror_transfers
    where ${condition} and ${WAS_WITHDRAWN} and address_key is not null and created_at > '-infinity'
      and not exists (
        select from transfer_alarms where transfer_id = mirror_transfers.id and known_by is null)
    group by 1, 2`);
  await recordAddresses(
    transaction,
    rows.map((row) => ({ ...row, paidAt: new Date(row.paidAt) })),
  );
}

/** Starts the loops that record paid addresses. Call once per process. */
export function startRecordingAddresses(): void {
  startLoop('remember', recordPaidAddresses, { everyMs: INTERVAL_MS });
  startLoop('remember past', recordPastAddresses, { everyMs: INTERVAL_MS });
}

function toKnownAddress(
  { crypto_network: network, destination_address: address }: { crypto_network: string; destination_address: string },
  paidAt: Date,
): KnownAddress {
  return { network, address, paidAt };
}

function toRow({ network: id, address, paidAt }: KnownAddress, { networks }: Registry) {
  const network = resolveNetwork(id, networks);
  const { family, normal } = identifyAddress(network, address);
  return {
    family,
    address: normal,
    signature: computeSignature(normal, network.family),
    network: id,
    lastPaidAt: paidAt,
  };
}

function keyOf({ family, address }: { family: string; address: string }): string {
  return `${family} ${address}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
