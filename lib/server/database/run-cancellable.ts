import 'server-only';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { pool } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';

interface RunOptions {
  /** Cancels the statement. */
  signal?: AbortSignal | undefined;
  /** Other connections to the same server, over which a statement is cancelled. The main ones by default. */
  control?: Pool;
}

/**
 * Runs a statement on a connection of a pool and returns its rows. When the signal aborts, cancels the statement in the
 * database as well, and throws the signal's reason.
 */
export async function runCancellable<Row>(
  connections: Pick<Pool, 'connect'>,
  statement: QueryConfig,
  { signal, control }: RunOptions = {},
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await connections.connect();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = cancelStatement(client, control ?? pool());
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    return (await client.query(statement)).rows as Row[];
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

async function cancelStatement(client: PoolClient, control: Pool): Promise<void> {
  // The backend's process ID, which the types of pg leave out.
  const { processID } = client as PoolClient & { processID: number };
  await control
    .query('select pg_cancel_backend($1)', [processID])
    .catch((error: unknown) => log.warn({ err: error }, 'cancelling an abandoned statement failed'));
}
