import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkMigrations } from '@/lib/server/database/start-check';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/test-database';
import { migrateTo } from '@/scripts/testing/schemas/migrate-to';
import { openPool } from '@/scripts/stack/test-pool';

let test: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  test = await createTestDatabase({ isEmpty: true });
  pool = openPool({ connectionString: test.url });
});

afterEach(async () => {
  await pool.end();
  await test.drop();
});

describe('migrating', () => {
  it('brings an empty database up to date, once', async () => {
    expect(await checkMigrations(pool)).toBe('behind');
    expect((await migrateDatabase(test.url)).applied).toBeGreaterThan(0);
    expect(await checkMigrations(pool)).toBe('current');
    expect(await migrateDatabase(test.url)).toEqual({ applied: 0 });
  });

  it('is safe when eight processes do it at once', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(test.url)));
    // One does it, and the others wait and find nothing left to do.
    expect(runs.filter(({ applied }) => applied > 0)).toHaveLength(1);
    const { rows } = await pool.query(
      'select count(distinct created_at)::int as distinct, count(*)::int as all from drizzle.__drizzle_migrations',
    );
    expect(rows[0].all).toBe(rows[0].distinct);
    expect(await checkMigrations(pool)).toBe('current');
  });

  it('is safe when several processes migrate an audit log of one table at once', async () => {
    await migrateTo(test.url, 52);
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(test.url)));
    expect(runs.filter(({ applied }) => applied > 0)).toHaveLength(1);
    const { rows } = await pool.query(`select relkind from pg_class where relname = 'audit_log'`);
    expect(rows).toEqual([{ relkind: 'p' }]);
  });

  it('tells a database that lacks the last migration from one that knows a newer', async () => {
    await migrateDatabase(test.url);
    await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`);
    expect(await checkMigrations(pool)).toBe('ahead');
    await pool.query('delete from drizzle.__drizzle_migrations');
    expect(await checkMigrations(pool)).toBe('behind');
  });
});

describe('a database of a test', () => {
  it('is migrated already, and of its own', async () => {
    const other = await createTestDatabase();
    const otherPool = openPool({ connectionString: other.url });
    expect(await checkMigrations(otherPool)).toBe('current');
    expect(other.url).not.toBe(test.url);
    await otherPool.end();
    await other.drop();
  });
});
