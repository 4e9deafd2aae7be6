import 'server-only';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { pool } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';

interface RunOptions {
  /** Cancels the statement. */
  signal?: AbortSignal | undefined;
  /** Other connections to the same server, over which a statement is cancelled. The main ones by default. */
  control?: Pool;
  /**
   * Opens a transaction for the statement alone: behind a pooler that gives each transaction another session, settings
   * and the process to cancel are those of a transaction.
   */
  opening?: string | undefined;
}

/**
 * Runs a statement on a connection of a pool and returns its rows. When the signal aborts, cancels the statement in the
 * database as well, and throws the signal's reason.
 */
export async function runCancellable<Row>(
  connections: Pick<Pool, 'connect'>,
  statement: QueryConfig,
  { signal, control, opening }: RunOptions = {},
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await connections.connect();
  let cancelled: Promise<void> | undefined;
  let isFailed = false;
  // The types of pg leave out the process of the session.
  let { processID } = client as PoolClient & { processID: number };
  const cancel = () => {
    cancelled = cancelStatement(processID, control ?? pool());
  };
  try {
    if (opening !== undefined) processID = await openTransaction(client, opening);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    return (await client.query(statement)).rows as Row[];
  } catch (error) {
    isFailed = true;
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Before the connection is reused: a late cancellation would end the next statement on it.
    await cancelled;
    if (opening !== undefined) await endTransaction(client, isFailed ? 'rollback' : 'commit');
    else client.release();
  }
}

/** Opens a transaction in one round trip and gives the process of its session. */
async function openTransaction(client: PoolClient, opening: string): Promise<number> {
  // Several statements in one text give several results.
  const results = (await client.query(`${opening}; select pg_backend_pid() as pid`)) as unknown as QueryResult[];
  const row = results.at(-1)?.rows[0] as { pid: number } | undefined;
  if (!row) throw new Error('the database named no process');
  return row.pid;
}

/** Ends the transaction of a connection and gives it back; destroys a connection that cannot. */
export async function endTransaction(client: PoolClient, statement: 'commit' | 'rollback'): Promise<void> {
  try {
    await client.query(statement);
    client.release();
  } catch {
    client.release(true);
  }
}

async function cancelStatement(processID: number, control: Pool): Promise<void> {
  await control
    .query('select pg_cancel_backend($1)', [processID])
    .catch((error: unknown) => log.warn({ err: error }, 'cancelling an abandoned statement failed'));
}
