import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { computeSignature } from '@/lib/addresses/similarity';
import type { Registry } from '@/lib/networks/assets';
import { identifyAddress } from '@/lib/recipients/recipients';
import { readRegistry } from '@/lib/server/networks/registry';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { knownAddresses } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
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
const INTERVAL_MS = 2_000;

/**
 * Records addresses with which later ones are compared. Only for addresses saved or paid from this console: an incoming
 * transfer, or any other record of the mirror, can be caused by anyone.
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
        network: sql`excluded.network`,
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
      .innerJoin(
        requestVersions,
        and(eq(requestVersions.requestId, sends.requestId), eq(requestVersions.version, withdrawalRequests.version)),
      )
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

/** Starts the loop that records paid addresses. Call once per process. */
export function startRecordingAddresses(): void {
  startLoop('remember', recordPaidAddresses, { everyMs: INTERVAL_MS });
}

function toKnownAddress(
  { crypto_network: network, destination_address: address }: { crypto_network: string; destination_address: string },
  paidAt: Date,
): KnownAddress {
  return { network, address, paidAt };
}

function toRow({ network: id, address, paidAt }: KnownAddress, { networks }: Registry) {
  const network = networks.find((known) => known.id === id) ?? { id, label: id };
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
