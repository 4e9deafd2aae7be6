import { randomUUID } from 'node:crypto';
import { inTransaction } from '@/lib/server/database/client';
import { mirrorChanges, mirrorQuarantine, mirrorTotals, mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { storeTransfers } from '@/lib/server/mirror/sync/store';
import { OF_EVERY_LENGTH } from '@/sandbox/history/generate-units';
import { createHistory } from '@/sandbox/history/history';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';

/** A record of the service, as it would be parsed. */
export type ServiceRecord = Record<string, unknown> & { id: string };

/** So many records of the sandbox's history, the newest first. */
export function historyRecords(count: number): ServiceRecord[] {
  const history = createHistory({
    seed: 'mirror',
    size: count,
    anchorMs: Date.parse('2026-11-20T12:00:00Z'),
    magnitudes: OF_EVERY_LENGTH,
  });
  return Array.from({ length: count }, (_, number) => ({ ...history.recordAt(number) }));
}

/** A record of a completed withdrawal of 1 ETH, with these changes. */
export function withdrawalRecord<Change extends Record<string, unknown>>(change: Change): ServiceRecord & Change {
  return {
    id: randomUUID(),
    profile_id: 'p-ops',
    amount: '1',
    total: '1',
    fee: '0',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
    status: 'COMPLETED',
    created_at: '2026-01-02T03:04:05.000Z',
    updated_at: '2026-01-02T03:05:05.000Z',
    ...change,
  };
}

/** Puts records into the mirror as a read of the service does. */
export async function storeRecords(records: readonly ServiceRecord[], perPage = 1000): Promise<void> {
  for (let start = 0; start < records.length; start += perPage) {
    const items = records.slice(start, start + perPage);
    await inTransaction((transaction) => storeTransfers(transaction, { items, readAt: new Date() }));
  }
}

/** Deletes every record of the mirror, with its changes, totals and rejected records. */
export function clearMirror(): Promise<void> {
  // A truncation writes a file for each index, which takes longer than deleting the rows of a test.
  return withoutTriggers(async (transaction) => {
    for (const table of [mirrorTransfers, mirrorChanges, mirrorTotals, mirrorQuarantine])
      await transaction.delete(table);
  });
}
