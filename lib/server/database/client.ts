import 'server-only';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import * as schema from '@/lib/server/database/schema';
import { log, withoutParameters } from '@/lib/server/log';
import { processWide } from '@/lib/server/process-wide';
import { settings } from '@/lib/server/settings';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The pool of this process. */
export function pool(): Pool {
  return processWide('database.pool', () => {
    const created = new Pool({
      connectionString: settings().DATABASE_URL,
      max: 20,
      connectionTimeoutMillis: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 30_000,
      application_name: 'countersign',
    });
    // An idle connection that breaks emits here; without a listener it would end the process.
    // The error carries the connection with all that is in it.
    created.on('error', ({ message }) => log.warn({ cause: message }, 'an idle database connection broke'));
    return created;
  });
}

/** Runs a transaction whose failure can be shown to anyone: its error holds no parameters. Gives what `work` gives. */
export async function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  try {
    return await database().transaction(work);
  } catch (error) {
    throw withoutParameters(error);
  }
}

/** The database of this process. */
export function database(): Database {
  return processWide('database', () => drizzle(pool(), { schema }));
}
