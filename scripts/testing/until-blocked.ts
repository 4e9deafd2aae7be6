import { vi } from 'vitest';
import { pool } from '@/lib/server/database/client';

/** Waits until a statement in this database waits for a lock; fails after ten seconds. */
export async function untilBlocked(): Promise<void> {
  await vi.waitUntil(async () => (await countBlocked()) !== 0, { timeout: 10_000 });
}

/** Counts the connections of this database that wait for a lock. */
export async function countBlocked(): Promise<number> {
  const { rowCount } = await pool().query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
