import 'server-only';
import type { SQL } from 'drizzle-orm';
import { Pool } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Database, TIMEOUTS } from '@/lib/server/database/client';
import { runCancellable } from '@/lib/server/database/run-cancellable';
import * as schema from '@/lib/server/database/schema';
import { writeStatement } from '@/lib/server/database/write-statement';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';
import { redactQueryErrors } from '@/lib/server/database/query-redaction';

/**
 * Runs a statement on a reader connection and returns its rows. When the signal aborts, cancels the statement in the
 * database as well, and throws the signal's reason.
 */
export function readRows<Row>(statement: SQL, signal?: AbortSignal): Promise<Row[]> {
  return runCancellable<Row>(readerPool(), writeStatement(statement), signal);
}

/** Returns true if an error is the abort of this signal; rethrows any other error. */
export function rethrowUnlessAborted(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  throw error;
}

/** The connections that only read the mirror, so that no approval or send waits behind slow searches. */
export function readerPool(): Pool {
  return singleton('mirror.readers', () => {
    const created = new Pool({
      connectionString: settings().DATABASE_URL,
      max: 12,
      ...TIMEOUTS,
      connectionTimeoutMillis: 5_000,
      allowExitOnIdle: true,
      application_name: 'countersign-mirror',
      // Every query of the mirror has an index; one person's question must never scan the whole table.
      // JIT compilation takes longer than any of these statements.
      options: '-c enable_seqscan=off -c jit=off',
    });
    // Only the message: the error object holds the connection with its settings.
    created.on('error', ({ message }) =>
      log.warn({ cause: message }, 'idle database connection broke; opening another'),
    );
    return redactQueryErrors(created);
  });
}

/** The reader connections for statements of the query builder. */
export function readerDatabase(): Database {
  return singleton('mirror.readers-database', () => drizzle(readerPool(), { schema }));
}
