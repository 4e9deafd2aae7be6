import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkMigrations } from '@/lib/server/database/start-check';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/postgres/test-database';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';

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

  it('applies an SQL file again once it has changed, and tells which version was here last', async () => {
    await migrateDatabase(test.url);
    await pool.query(`insert into drizzle.sql_files (name, hash) values ('sends', 'of a newer version')`);
    expect(await checkMigrations(pool)).toBe('ahead');
    await pool.query(`update drizzle.sql_files set hash = 'of an earlier version' where name = 'sends'`);
    expect(await checkMigrations(pool)).toBe('behind');
    await pool.query('drop trigger sends_stepped on sends');
    expect(await migrateDatabase(test.url)).toEqual({ applied: 1 });
    expect(await checkMigrations(pool)).toBe('current');
    expect((await pool.query(`select from pg_trigger where tgname = 'sends_stepped'`)).rowCount).toBe(1);
  });

  it('gives way to a running console that needs a table which an SQL file has', async () => {
    await migrateDatabase(test.url);
    await pool.query(`update drizzle.sql_files set hash = 'earlier' where name = 'kept'`);
    const console = await pool.connect();
    try {
      await console.query('begin; lock table sign_ins in row exclusive mode');
      const migrating = migrateDatabase(test.url);
      await untilBlocked(pool);
      // Each would wait for the other for ever.
      await console.query('lock table approval_withdrawals in row exclusive mode');
      await console.query('commit');
      expect(await migrating).toEqual({ applied: 1 });
    } finally {
      console.release(true);
    }
  });

  it('changes nothing in a database from before the first release, and says what to do', async () => {
    await pool.query(`create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint);
      insert into drizzle.__drizzle_migrations values (1)`);
    await expect(migrateDatabase(test.url)).rejects.toThrow(/before version 1\.0\.0.*Start with a new database/);
    expect((await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0);
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
