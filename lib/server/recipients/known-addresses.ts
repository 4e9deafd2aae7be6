import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { computeSignature } from '@/lib/addresses/similarity';
import type { Registry } from '@/lib/networks/assets';
import { identifyAddress } from '@/lib/recipients/recipients';
import { readRegistry } from '@/lib/server/networks/registry';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { knownAddresses, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { wasPaidAsAsked } from '@/lib/server/recipients/paid-recipients';
import { startLoop } from '@/lib/server/workers/loop';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

interface Known {
  network: string;
  address: string;
  /** When it was paid; null where it was saved in the book. */
  paidAt: Date | null;
}

const PER_ROUND = 100;
const LOOK_EVERY_MS = 2_000;

/**
 * Puts addresses among those that others are compared with. Only for what we have saved or paid ourselves: an incoming
 * transfer, or anything else of the mirror, can be caused by anyone.
 */
export async function recordAddresses(transaction: Transaction, known: readonly Known[]): Promise<void> {
  const registry = await readRegistry(transaction);
  // In one order, so that two who remember the same never wait for each other; the last paid of one address counts.
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
 * Remembers the addresses of withdrawals that came to be completed, in whatever way the console learned of it, also
 * before it knew of this. Apart from recording them, which must never fail for it. Gives how many there were.
 */
export async function recordPaidAddresses(): Promise<number> {
  return inTransaction(async (transaction) => {
    const due = await transaction
      .select({
        requestId: sends.requestId,
        body: requestVersions.body,
        seenAt: sends.transferSeenAt,
        updatedAt: sends.updatedAt,
        isAsAsked: sql<boolean>`${wasPaidAsAsked()}`,
      })
      .from(sends)
      .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
      .innerJoin(
        requestVersions,
        and(eq(requestVersions.requestId, sends.requestId), eq(requestVersions.version, withdrawalRequests.version)),
      )
      .where(and(eq(sends.transferStatus, 'COMPLETED'), eq(sends.isRemembered, false), eq(sends.state, 'ACCEPTED')))
      .orderBy(sends.updatedAt)
      .limit(PER_ROUND)
      .for('update', { of: sends, skipLocked: true });
    if (due.length === 0) return 0;
    const requestIds = due.map(({ requestId }) => requestId);
    await transaction.update(sends).set({ isRemembered: true }).where(inArray(sends.requestId, requestIds));
    const paid = due.filter(({ isAsAsked }) => isAsAsked);
    await recordAddresses(
      transaction,
      paid.map(({ body, seenAt, updatedAt }) => toKnown(parseWithdrawalBody(body), seenAt ?? updatedAt)),
    );
    return due.length;
  });
}

/** Starts remembering what is paid. Once per process. */
export function startRecordingAddresses(): void {
  startLoop('remember', recordPaidAddresses, { everyMs: LOOK_EVERY_MS });
}

function toKnown(
  { crypto_network: network, destination_address: address }: { crypto_network: string; destination_address: string },
  paidAt: Date,
): Known {
  return { network, address, paidAt };
}

function toRow({ network: id, address, paidAt }: Known, { networks }: Registry) {
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
