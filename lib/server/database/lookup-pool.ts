import 'server-only';
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { type Database, openPool, shareConnections } from '@/lib/server/database/client';
import { runCancellable } from '@/lib/server/database/run-cancellable';
import { writeStatement } from '@/lib/server/database/write-statement';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

/**
 * The connections for named statements that find rows by a whole key. Each connection plans such a statement once:
 * otherwise PostgreSQL plans it for the values of every call, which takes longer than reading the row. Source:
 * docs/decisions/0028-lookups-are-planned-once.md.
 */
export function lookupPool(): Pool {
  return singleton('database.lookups', () =>
    openPool({
      connectionString: settings().DATABASE_URL,
      max: shareConnections('lookups'),
      // The plans end with the connection, so it stays open between two calls on the phone.
      idleTimeoutMillis: 15 * 60_000,
      // A plan is made again after each `analyze` of its tables, and with each connection.
      maxLifetimeSeconds: 3_600,
      allowExitOnIdle: true,
      application_name: 'countersign-lookup',
      // A plan for all values never scans a whole table; JIT compilation takes longer than the statement.
      options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
    }),
  );
}

/** The lookup connections for statements of the query builder, which must be prepared under a name. */
export function lookupDatabase(): Database {
  return singleton('database.lookups-database', () => drizzle(lookupPool()));
}

/**
 * Returns the rows of a statement that finds rows by a whole key, for these placeholder values. The process builds the
 * statement once for each name and each connection plans it once. When the signal aborts, cancels the statement.
 */
export function lookUp<Row>(
  name: string,
  build: () => SQL,
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { text, values: places } = singleton(`database.text.${name}`, () => writeStatement(build()));
  return runCancellable<Row>(lookupPool(), { name, text, values: fillPlaceholders(places, values) }, { signal });
}
