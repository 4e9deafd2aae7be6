import { sql } from 'drizzle-orm';
import { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { provideSettings, settings } from '@/lib/server/config/settings';
import { database, TIMEOUTS } from '@/lib/server/database/client';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkPooledDatabase, readerDatabase, readerPool, readRows } from '@/lib/server/database/query/reader-pool';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { checkSessions } from '@/lib/server/database/session-check';
import { type Pooler, startPooler } from '@/scripts/testing/database/connection-pooler';
import { createTestDatabase } from '@/scripts/stack/postgres/test-database';
import { resetSingletons } from '@/scripts/testing/singletons';
import { setUpTestDatabase, testSettings } from '@/scripts/testing/test-process';

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

const SETTINGS = sql`select current_setting('enable_seqscan') as seqscan, current_setting('jit') as jit,
  current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as reads`;
const asleep = async () =>
  (
    await database().execute(sql`select from pg_stat_activity where query like 'select pg_sleep(%'
    and state = 'active' and datname = current_database()`)
  ).rows.length;

async function readThroughPooler(sessions: number): Promise<void> {
  const pooler = await startPooler(running.url, { mode: 'transaction', sessions, refuses: 'statement_timeout' });
  open.poolers.push(pooler);
  await resetSingletons();
  provideSettings(testSettings({ DATABASE_URL: running.url, DATABASE_POOLED_URL: pooler.url }));
}

describe('reads through a pooler in transaction mode', () => {
  it('have the limits and the plans of a direct connection, each statement for itself', async () => {
    await readThroughPooler(2);
    await expect(checkPooledDatabase()).resolves.toBeUndefined();
    const expected = { seqscan: 'off', jit: 'off', limit: '15s', reads: 'on' };
    const read = await Promise.all(Array.from({ length: 10 }, () => readRows(SETTINGS)));
    expect(read.flat()).toEqual(Array.from({ length: 10 }, () => expected));
    expect((await readerDatabase().execute(SETTINGS)).rows).toEqual([expected]);
    await expect(readRows(sql`select 1 / 0`)).rejects.toThrow('query failed: 22012');
    const { first, next } = await openTextCursor(
      { id: '', name: 'Finance', roles: ['finance'], visibleProfiles: 'all' },
      { first: SETTINGS, texts: sql`select 'a line' as text` },
    );
    expect([first, await next(), await next()]).toEqual([[{ ...expected, limit: '3min' }], ['a line'], []]);
    // Nothing of it stays with the session, which others use.
    const others = await readerPool().query('show enable_seqscan');
    expect(others.rows).toEqual([{ enable_seqscan: 'on' }]);
  });

  it('are cancelled in their own session, and in no other', async () => {
    await readThroughPooler(2);
    const stopped = new AbortController();
    const [left, kept] = [readRows(sql`select pg_sleep(25)`, stopped.signal), readRows(sql`select pg_sleep(0.8)`)];
    await vi.waitFor(async () => expect(await asleep()).toBe(2));
    stopped.abort();
    await expect(left).rejects.toBe(stopped.signal.reason);
    await expect(kept).resolves.toHaveLength(1);
    await expect(readRows(sql`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
  });

  it('are refused at the start where they would read another database', async () => {
    await readThroughPooler(1);
    const other = await createTestDatabase();
    provideSettings({ ...settings(), DATABASE_POOLED_URL: other.url });
    await expect(checkPooledDatabase()).rejects.toThrow('leads to another database');
    await resetSingletons();
    await other.drop();
  });
});
