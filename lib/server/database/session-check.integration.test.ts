import { Pool } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { TIMEOUTS } from '@/lib/server/database/client';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkSessions } from '@/lib/server/database/session-check';
import { type Pooler, startPooler } from '@/scripts/testing/database/connection-pooler';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

const running = setUpTestDatabase();
const open: { pools: Pool[]; poolers: Pooler[] } = { pools: [], poolers: [] };
afterEach(async () => {
  await Promise.all(open.pools.splice(0).map((pool) => pool.end()));
  await Promise.all(open.poolers.splice(0).map((pooler) => pooler.close()));
});

function poolAt(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 5, ...TIMEOUTS });
  pool.on('error', () => undefined);
  open.pools.push(pool);
  return pool;
}

async function behind(mode: 'transaction' | 'session', sessions: number, refuses?: string): Promise<Pool> {
  const pooler = await startPooler(running.url, { mode, sessions, ...(refuses !== undefined && { refuses }) });
  open.poolers.push(pooler);
  return poolAt(pooler.url);
}

/** Sets the limit for the role, as the sentence about a pooler without limits asks. */
async function limitRole(milliseconds: number | 'default'): Promise<void> {
  await poolAt(running.url).query(`alter database "${new URL(running.url).pathname.slice(1)}"
    set statement_timeout to ${milliseconds}`);
}

describe('the check of sessions at a start', () => {
  it('accepts a direct connection', async () => {
    await expect(checkSessions(poolAt(running.url))).resolves.toBeUndefined();
  });

  it.each([1, 2, 4])(
    'refuses a pooler in transaction mode with %i sessions, and says what to change',
    async (sessions) => {
      await limitRole(TIMEOUTS.statement_timeout);
      await expect(checkSessions(await behind('transaction', sessions))).rejects.toThrow(
        /gives each transaction another connection.*Give the address of the database itself/,
      );
      await limitRole('default');
    },
  );

  it('comes before a migration, whose lock would belong to a session that others use', async () => {
    const pooler = await startPooler(running.url, { mode: 'transaction', sessions: 2 });
    open.poolers.push(pooler);
    await expect(migrateDatabase(pooler.url)).rejects.toThrow('gives each transaction another connection');
  });

  it('refuses a pooler that refuses the limits of a connection', async () => {
    await expect(checkSessions(await behind('transaction', 2, 'statement_timeout'))).rejects.toThrow(
      'leads through a connection pooler',
    );
  });

  it('accepts a pooler in session mode only where the limit of a statement holds', async () => {
    await expect(checkSessions(await behind('session', 3))).rejects.toThrow('drops statement_timeout');
    await limitRole(TIMEOUTS.statement_timeout);
    await expect(checkSessions(await behind('session', 3))).resolves.toBeUndefined();
    await limitRole('default');
  });
});
