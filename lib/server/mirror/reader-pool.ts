import 'server-only';
import type { SQL } from 'drizzle-orm';
import { Pool, type PoolClient } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Database, TIMEOUTS, pool } from '@/lib/server/database/client';
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
export async function readRows<Row>(statement: SQL, signal?: AbortSignal): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await readerPool().connect();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = cancelStatement(client);
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    return (await client.query(writeStatement(statement))).rows as Row[];
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Before the connection is reused: a late cancellation would end the next statement on it.
    await cancelled;
    client.release();
  }
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

async function cancelStatement(client: PoolClient): Promise<void> {
  // The backend's process ID, which the types of pg leave out.
  const { processID } = client as PoolClient & { processID: number };
  await pool()
    .query('select pg_cancel_backend($1)', [processID])
    .catch((error: unknown) => log.warn({ err: error }, 'cancelling an abandoned statement failed'));
}
