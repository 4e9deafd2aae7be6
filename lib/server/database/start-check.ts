import 'server-only';
import type { Pool } from 'pg';
import { lacksRights } from '@/lib/server/database/grants';
import { compareSqlFiles } from '@/lib/server/database/sql-files';
import journal from '@/lib/server/database/migrations/meta/_journal.json';

/**
 * Compares the migrations and SQL files of a database with those of this version. Gives `ahead` wherever the database
 * has a migration that this version does not know, since migrating with this version could not make it right; `denied`
 * where the role may not read the list of migrations.
 */
export async function checkMigrations(pool: Pick<Pool, 'query'>): Promise<'current' | 'behind' | 'ahead' | 'denied'> {
  try {
    return await compareMigrations(pool);
  } catch (error) {
    if (lacksRights(error)) return 'denied';
    throw error;
  }
}

async function compareMigrations(pool: Pick<Pool, 'query'>): Promise<'current' | 'behind' | 'ahead'> {
  if (!(await hasMigrations(pool))) return 'behind';
  const { rows } = await pool.query<{ created_at: string }>(
    'select created_at::text from drizzle.__drizzle_migrations',
  );
  const known = new Set(journal.entries.map((entry) => String(entry.when)));
  const applied = new Set(rows.map((row) => row.created_at));
  if ([...applied].some((when) => !known.has(when))) return 'ahead';
  return [...known].every((when) => applied.has(when)) ? compareSqlFiles(pool) : 'behind';
}

/** Tells whether a database has the list of applied migrations, which the first migration makes. */
export async function hasMigrations(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

/** Tells whether a database was migrated before the first release, from which on migrations are numbered. */
export async function isBeforeBaseline(pool: Pick<Pool, 'query'>): Promise<boolean> {
  if (!(await hasMigrations(pool))) return false;
  const { rowCount } = await pool.query('select from drizzle.__drizzle_migrations where created_at < $1', [
    journal.entries[0]?.when,
  ]);
  return (rowCount ?? 0) > 0;
}

/**
 * Returns whether the role of a connection owns the tables, or may act as their owner, and so could switch off their
 * triggers and constraints (ASVS 13.2.2).
 */
export async function ownsTables(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'audit_log'::regclass`,
  );
  return rows[0]?.owns === true;
}

// Without these a crash of the database forgets transactions that it has reported as committed.
// https://www.postgresql.org/docs/15/runtime-config-wal.html
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Returns the settings by which a crash of the database could forget commits, such as “fsync = off”; empty for none.
 */
export async function findVolatileSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any ($1) and setting = 'off' order by name`,
    [[...DURABILITY]],
  );
  return rows.map(({ name, setting }) => `${name} = ${setting}`);
}
