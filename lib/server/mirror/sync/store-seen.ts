import 'server-only';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { storeReading } from '@/lib/server/mirror/sync/sync-state';
import type { Transfer } from '@/lib/transfers/transfer';

// The longest wait of a send for rows that another writer of the mirror has locked.
const MAX_WAIT_MS = 1_000;

/**
 * Stores records that were read outside of the sync, such as the answer to a withdrawal. Never throws and waits a
 * second at most: a failure here must not affect the caller, and the sync reads the records anyway.
 */
export async function storeSeenTransfers(transfers: readonly Transfer[], readAt: Date): Promise<void> {
  if (transfers.length === 0) return;
  const stored = storeReading({ items: transfers.map(({ raw }) => raw), readAt }).catch((error: unknown) => {
    log.warn({ err: error }, 'storing transfers that were read outside of the sync failed; the sync will read them');
  });
  await withTimeout(
    MAX_WAIT_MS,
    () => stored,
    () => undefined,
  );
}

/** Marks a transfer that the service no longer knows: it needs attention, and is read again less often. */
export async function markUnknownAtService(id: string, readAt: Date): Promise<void> {
  await database().execute(sql`
    update mirror_transfers set gone_at = now(), has_problem = true, check_at = now() + interval '1 minute'
    where id = ${id} and gone_at is null and read_at <= ${readAt.toISOString()}::timestamptz`);
}
