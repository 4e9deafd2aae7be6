import 'server-only';
import type { SQL } from 'drizzle-orm';
import { Pool, type PoolClient } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Database, TIMEOUTS, pool } from '@/lib/server/database/client';
import { redactQueryErrors } from '@/lib/server/observability/query-error';
import * as schema from '@/lib/server/database/schema';
import { writeStatement } from '@/lib/server/database/write-statement';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

/**
 * The rows of a statement. Ends the statement in the database, too, when the signal says that nobody waits for it any
 * more, and throws the signal's reason.
 */
export async function readRows<Row>(statement: SQL, signal?: AbortSignal): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await readers().connect();
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
    // Only then may the connection serve another: what is still under way could end a statement of theirs.
    await cancelled;
    client.release();
  }
}

/** Whether a statement was ended because this signal said so. Any other error is thrown again. */
export function rethrowUnlessAborted(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  throw error;
}

/** Connections that read the mirror and nothing else: however many searches are slow, no approval or send waits behind them. */
export function readers(): Pool {
  return singleton('mirror.readers', () => {
    const created = new Pool({
      connectionString: settings().DATABASE_URL,
      max: 12,
      ...TIMEOUTS,
      connectionTimeoutMillis: 5_000,
      allowExitOnIdle: true,
      application_name: 'countersign-mirror',
      // The mirror has an index for everything that is asked of it; what reads all of it is no way to answer one person.
      // Compiling takes longer than any of these statements.
      options: '-c enable_seqscan=off -c jit=off',
    });
    // The error carries the connection with all that is in it.
    created.on('error', ({ message }) => log.warn({ cause: message }, 'an idle database connection broke'));
    return redactQueryErrors(created);
  });
}

/** The same connections, for statements that are built. */
export function readersDatabase(): Database {
  return singleton('mirror.readers-database', () => drizzle(readers(), { schema }));
}

async function cancelStatement(client: PoolClient): Promise<void> {
  // What PostgreSQL told when the connection was made; the types do not know it.
  const { processID } = client as PoolClient & { processID: number };
  await pool()
    .query('select pg_cancel_backend($1)', [processID])
    .catch((error: unknown) => log.warn({ err: error }, 'a statement that nobody waits for could not be ended'));
}
