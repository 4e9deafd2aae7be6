import 'server-only';
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { installQueryRedaction, redactQueryErrors } from '@/lib/server/database/query-redaction';
import * as schema from '@/lib/server/database/schema';
import { writeStatement } from '@/lib/server/database/write-statement';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

// In every module instance: each has its own copy of drizzle. A driver that has changed ends the start here.
installQueryRedaction();

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * How long a statement may take, by the database's count and, where nothing comes back at all, by our own: people wait
 * for most of them. A connection whose other end has gone is noticed also while nobody uses it.
 */
export const TIMEOUTS = {
  statement_timeout: 15_000,
  query_timeout: 16_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** The pool of this process. */
export function pool(): Pool {
  return singleton('database.pool', () => {
    const created = new Pool({
      connectionString: settings().DATABASE_URL,
      max: 20,
      ...TIMEOUTS,
      connectionTimeoutMillis: 5_000,
      // A process that stands still in the middle of a transaction keeps its locks, and with them everybody else, no longer than this.
      idle_in_transaction_session_timeout: 5_000,
      application_name: 'countersign',
    });
    // An idle connection that breaks emits here; without a listener it would end the process.
    // The error carries the connection with all that is in it.
    created.on('error', ({ message }) => log.warn({ cause: message }, 'an idle database connection broke'));
    return redactQueryErrors(created);
  });
}

/** Runs a transaction. Gives what `work` gives; whatever it throws ends the transaction without an effect. */
export function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return database().transaction(work);
}

/**
 * A statement that a process builds once and each connection plans once, for those that everybody asks all the time:
 * with this many joins, building and planning take longer than reading. What changes from call to call is a placeholder.
 */
export function prepared<Statement>(name: string, build: () => { prepare: (name: string) => Statement }): Statement {
  return singleton(`database.statement.${name}`, () => build().prepare(name));
}

/** The rows of a statement in SQL that is `prepared`, with the values of its placeholders. */
export async function readPrepared<Row>(
  name: string,
  build: () => SQL,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { text, values: places } = singleton(`database.text.${name}`, () => writeStatement(build()));
  return (await pool().query({ name, text, values: fillPlaceholders(places, values) })).rows as Row[];
}

/** The database of this process. */
export function database(): Database {
  return singleton('database', () => drizzle(pool(), { schema }));
}
