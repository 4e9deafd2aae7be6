import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { storeReading } from '@/lib/server/mirror/sync-state';
import type { Transfer } from '@/lib/transfers/transfer';

// A sender waits no longer than this for rows that another writer of the mirror has locked.
const LONGEST_WAIT_MS = 1_000;

/**
 * Puts records into the mirror that came by another way than its own reading, such as the answer to a withdrawal. Never
 * fails and never takes long: what goes wrong here must not reach what they were read for, and the list brings them as well.
 */
export async function storeSeenTransfers(transfers: readonly Transfer[], readAt: Date): Promise<void> {
  if (transfers.length === 0) return;
  const kept = storeReading({ items: transfers.map(({ raw }) => raw), readAt }).catch((error: unknown) => {
    log.warn({ err: error }, 'records that were seen could not be put into the mirror');
  });
  await Promise.race([kept, delay(LONGEST_WAIT_MS, undefined, { ref: false })]);
}

/** The service says that it does not know a transfer of the mirror: a person should look, and it is asked for less often. */
export async function markGone(id: string, readAt: Date): Promise<void> {
  await database().execute(sql`
    update mirror_transfers set gone_at = now(), has_problem = true, check_at = now() + interval '1 minute'
    where id = ${id} and gone_at is null and read_at <= ${readAt.toISOString()}::timestamptz`);
}
