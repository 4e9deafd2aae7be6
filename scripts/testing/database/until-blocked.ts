import type { Pool } from 'pg';
import { vi } from 'vitest';
import { pool } from '@/lib/server/database/client';

type Asking = Pick<Pool, 'query'>;

/** Waits until a statement in this database waits for a lock; fails after ten seconds. */
export async function untilBlocked(asking: Asking = pool()): Promise<void> {
  await vi.waitUntil(async () => (await countBlocked(asking)) !== 0, { timeout: 10_000 });
}

/** Counts the connections of this database that wait for a lock. */
export async function countBlocked(asking: Asking = pool()): Promise<number> {
  const { rowCount } = await asking.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
