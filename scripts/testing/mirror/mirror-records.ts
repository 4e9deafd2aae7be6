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
