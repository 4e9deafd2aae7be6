import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient, QueryArrayConfig, QueryConfig } from 'pg';
import type { Reader } from '@/lib/identity/reader';
import { type Database, database, openPool, shareConnections, TIMEOUTS } from '@/lib/server/database/client';
import { READER_OPTIONS, READER_SETTINGS, replicaOf } from '@/lib/server/database/replicas/replicas';
import { runCancellable } from '@/lib/server/database/run-cancellable';
import { writeStatement } from '@/lib/server/database/write-statement';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

/**
 * Runs a statement on a reader connection to the primary and returns its rows. When the signal aborts, cancels the
 * statement in the database as well, and throws the signal's reason.
 */
export function readRows<Row>(statement: SQL, signal?: AbortSignal): Promise<Row[]> {
  return runReader<Row>(writeStatement(statement), signal);
}

/** Runs a statement on a reader connection, in a transaction where a pooler shares sessions between transactions. */
function runReader<Row>(statement: QueryConfig, signal?: AbortSignal): Promise<Row[]> {
  return runCancellable<Row>(readerPool(), statement, { signal, opening: isPooled() ? POOLED : undefined });
}

const isPooled = () => settings().DATABASE_POOLED_URL !== undefined;

/**
 * Runs a statement for a reader as `readRows` does, on the replica that answers their reads where one does
 * (`allowReplica`). Where the replica fails, the primary answers, and this reader's further reads.
 */
export async function readRowsFor<Row>(reader: Reader, statement: SQL, signal?: AbortSignal): Promise<Row[]> {
  return onReplica(reader, {
    replica: ({ pool, control }) => runCancellable<Row>(pool, writeStatement(statement), { signal, control }),
    primary: () => readRows(statement, signal),
    signal,
  });
}

/** Opens a connection for the reads of a reader, and runs `open` on it: on their replica, or on the primary. */
export async function connectFor<Value>(reader: Reader, open: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const connect = async (connections: Pool) => open(await connections.connect());
  return onReplica(reader, { replica: ({ pool }) => connect(pool), primary: () => connect(readerPool()) });
}

interface Read<Value> {
  replica: (replica: NonNullable<ReturnType<typeof replicaOf>>) => Promise<Value>;
  primary: () => Promise<Value>;
  /** Its abort is no failure of the replica. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads on the replica of a reader, and on the primary where none may answer or it fails. Then for good: rows must not
 * come from a replica after a coverage that came from the primary.
 */
async function onReplica<Value>(reader: Reader, { replica: read, primary, signal }: Read<Value>): Promise<Value> {
  const replica = replicaOf(reader);
  if (replica)
    try {
      return await read(replica);
    } catch (error) {
      signal?.throwIfAborted();
      rethrowIfTooLong(error);
      log.warn({ err: error, replica: reader.replica }, 'a database replica failed a read; the primary answers it');
    }
  delete reader.replica;
  return primary();
}

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const QUERY_CANCELED = '57014';

/** Rethrows the error of a statement that takes too long, which it would on the primary as well. */
function rethrowIfTooLong(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) throw error;
}

/** Returns true if an error is the abort of this signal; rethrows any other error. */
export function rethrowUnlessAborted(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  throw error;
}

/** Reads within a time limit (ms), which aborts the read as a signal does, and gives `otherwise` where it is over. */
export async function readWithin<Value, Other>(
  limitMs: number,
  signal: AbortSignal | undefined,
  { read, otherwise }: { read: (signal: AbortSignal) => Promise<Value>; otherwise: () => Other },
): Promise<Value | Other> {
  const tooLong = AbortSignal.timeout(limitMs);
  try {
    return await read(signal ? AbortSignal.any([signal, tooLong]) : tooLong);
  } catch (error) {
    rethrowUnlessAborted(error, tooLong);
    return otherwise();
  }
}

/** Sets READER_OPTIONS for one transaction. */
export const READER_LOCAL = READER_SETTINGS.map((name) => `set local ${name} = off`).join('; ');
const POOLED = `begin read only; set local statement_timeout = ${TIMEOUTS.statement_timeout}; ${READER_LOCAL}`;
// Connections to a pooler cost the database nothing until a transaction begins.
const POOLED_CONNECTIONS = 12;

/**
 * The connections that only read the mirror, so that no approval or send waits behind slow searches: to the database,
 * or to the pooler of DATABASE_POOLED_URL, which may know no settings of a connection.
 */
export function readerPool(): Pool {
  const { DATABASE_URL, DATABASE_POOLED_URL: pooled } = settings();
  const common = { allowExitOnIdle: true, application_name: 'countersign-mirror' };
  return singleton('mirror.readers', () =>
    openPool(
      pooled === undefined
        ? { ...common, connectionString: DATABASE_URL, max: readerConnections(), options: READER_OPTIONS }
        : { ...common, connectionString: pooled, max: readerConnections(), statement_timeout: false },
    ),
  );
}

/** Gives the number of reader connections of a process, beside those to replicas. */
export function readerConnections(): number {
  return isPooled() ? POOLED_CONNECTIONS : shareConnections('readers');
}

/** The reader connections for statements of the query builder. */
export function readerDatabase(): Database {
  return singleton('mirror.readers-database', () =>
    drizzle(isPooled() ? ({ query: queryPooled } as unknown as Pool) : readerPool()),
  );
}

/** Runs a statement of the query builder as it runs them on a pool. */
async function queryPooled(statement: QueryConfig | QueryArrayConfig, values: unknown[]) {
  return { rows: await runReader({ ...statement, values }) };
}

/** Throws an error that says what to change where DATABASE_POOLED_URL leads to another database than DATABASE_URL. */
export async function checkPooledDatabase(): Promise<void> {
  if (!isPooled()) return;
  const [[direct], [pooled]] = await Promise.all([
    database()
      .execute<{ name: string }>(WHICH_DATABASE)
      .then(({ rows }) => rows),
    readRows<{ name: string }>(WHICH_DATABASE),
  ]);
  if (direct?.name !== pooled?.name)
    throw new Error('DATABASE_POOLED_URL leads to another database than DATABASE_URL, or to a replica of it.');
}

const WHICH_DATABASE = sql`select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()), pg_is_in_recovery()) as name`;
