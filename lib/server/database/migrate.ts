import 'server-only';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { openPool } from '@/lib/server/database/client';
import { checkSessions } from '@/lib/server/database/session-check';
import { grantToConsole, lacksRights } from '@/lib/server/database/grants';
import { applySqlFiles } from '@/lib/server/database/sql-files';
import { checkMigrations, hasMigrations, isBeforeBaseline } from '@/lib/server/database/start-check';

// Any number, as long as every version of the console uses the same.
const LOCK = 7_226_341_905;
const LOCK_TIMEOUT_MS = 120_000;
const LOCK_POLL_MS = 100;
// From the root of the program, wherever the bundler puts this module.
const MIGRATIONS = path.resolve('lib/server/database/migrations');

const TOO_OLD =
  'this database was made before version 1.0.0, which no later version can read. ' +
  'Nothing was changed. Start with a new database; for the demo, run DEMO_FRESH=1 npm run demo.';
const NEEDS_OWNER =
  'this role may not change the tables. Give the address of the role that owns them as DATABASE_OWNER_URL, for this command alone.';

/**
 * Migrates a database and returns the number of applied migrations and SQL files. Two calls at once are safe: the
 * second waits, then finds nothing to do. `databaseUrl` has the console's role. `ownerUrl` has the role that owns the
 * tables where that is another; the console's role then gets its rights. Throws where a pooler shares the sessions that
 * the lock belongs to.
 */
export async function migrateDatabase(
  databaseUrl: string,
  { ownerUrl }: { ownerUrl?: string | undefined } = {},
): Promise<{ applied: number }> {
  const connectionString = ownerUrl ?? databaseUrl;
  await checkOwnSessions(connectionString);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'countersign-migrate',
  });
  // A connection that breaks emits besides failing the query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The lock belongs to the session, so it ends with the connection in any case.
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await takeLock(client);
    if (await isBeforeBaseline(client)) throw new Error(TOO_OLD);
    const before = await countMigrations(client);
    await buildMissingIndexes(client);
    let files = await applySqlFiles(client, 'before');
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    files += await applySqlFiles(client, 'after');
    // Every time, since tables that a migration added have no rights yet.
    if (ownerUrl !== undefined) await grantToConsole(client, roleOf(databaseUrl));
    return { applied: (await countMigrations(client)) - before + files };
  } catch (error) {
    throw lacksRights(error) ? new Error(NEEDS_OWNER, { cause: error }) : error;
  } finally {
    await client.end();
  }
}

// Asks again and again: a statement that waits is one that building an index concurrently waits for in turn.
async function takeLock(client: Client): Promise<void> {
  for (const until = performance.now() + LOCK_TIMEOUT_MS; performance.now() < until; await sleep(LOCK_POLL_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken) return;
  }
  throw new Error(
    `another migration has run for ${LOCK_TIMEOUT_MS / 1000} seconds; run this one again once it has ended`,
  );
}

async function checkOwnSessions(connectionString: string): Promise<void> {
  const pool = openPool({ connectionString, max: 2, connectionTimeoutMillis: 10_000 });
  try {
    await checkSessions(pool);
  } finally {
    await pool.end();
  }
}

// Read by pg itself; this connects to nothing.
function roleOf(databaseUrl: string): string {
  return String(new Client({ connectionString: databaseUrl }).user);
}

async function countMigrations(client: Client): Promise<number> {
  if (!(await hasMigrations(client))) return 0;
  const counted = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return counted.rows[0]?.count ?? 0;
}

// A migration may change an index that the first walk has dropped (sql/mirror.sql).
async function buildMissingIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regproc('public.mirror_build_index') is not null as exists`,
  );
  if (!rows[0]?.exists || (await checkMigrations(client)) !== 'behind') return;
  while ((await client.query<{ name: string | null }>('select mirror_build_index() as name')).rows[0]?.name);
}
