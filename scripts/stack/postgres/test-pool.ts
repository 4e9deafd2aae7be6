import { Pool, type PoolConfig } from 'pg';

/**
 * A pool of a test's or a benchmark's own. `end` returns before its connections have closed, so a database that is
 * dropped or stopped next breaks them, and each says so here; without a listener that would end the process.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  return pool;
}
