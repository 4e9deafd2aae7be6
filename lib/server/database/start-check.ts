import 'server-only';
import type { Pool } from 'pg';
import { lacksRights } from '@/lib/server/database/grants';
import journal from '@/lib/server/database/migrations/meta/_journal.json';

/**
 * Whether a database is at this version's migrations. `ahead` also where some migration is missing: one that is not
 * known here came from another version, and migrating with this one could not make it right. `denied`: this role may not even look.
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
  const table = await pool.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!table.rows[0]?.exists) return 'behind';
  const { rows } = await pool.query<{ created_at: string }>(
    'select created_at::text from drizzle.__drizzle_migrations',
  );
  const known = new Set(journal.entries.map((entry) => String(entry.when)));
  const applied = new Set(rows.map((row) => row.created_at));
  if ([...applied].some((when) => !known.has(when))) return 'ahead';
  return [...known].every((when) => applied.has(when)) ? 'current' : 'behind';
}

/** Whether the role of a connection could switch off what guards the tables, because it owns them or may act as whoever does (ASVS 13.2.2). */
export async function ownsTables(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'audit_log'::regclass`,
  );
  return rows[0]?.owns === true;
}

// Without these a crash of the database forgets transactions that it has reported as committed.
// https://www.postgresql.org/docs/15/runtime-config-wal.html
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Returns the settings by which a crash of the database could forget commits, such as “fsync = off”; empty for none. */
export async function findVolatileSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any ($1) and setting = 'off' order by name`,
    [[...DURABILITY]],
  );
  return rows.map(({ name, setting }) => `${name} = ${setting}`);
}
