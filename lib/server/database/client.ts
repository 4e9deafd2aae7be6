import 'server-only';
import { fillPlaceholders, sql, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { installQueryRedaction, redactQueryErrors } from '@/lib/server/database/query-redaction';
import { writeStatement } from '@/lib/server/database/write-statement';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

// In every module instance: each has its own copy of drizzle. Fails at start where the driver has changed.
installQueryRedaction();

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * Limits on statements, in milliseconds: enforced by the database and, where no answer comes at all, by the driver.
 * Keep alive finds a connection whose other end has gone while nobody uses it.
 */
export const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  query_timeout: 16_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

// A new connection reads the catalogue again and plans every statement, which takes longer than most pages.
const IDLE_MS = 5 * 60_000;

/** Opens a connection pool with the limits above, which `config` may change, and whose errors hold no bind values. */
export function openPool(config: PoolConfig): Pool {
  const created = new Pool({ ...TIMEOUTS, idleTimeoutMillis: IDLE_MS, ...config });
  // A connection that breaks emits besides failing its query: on the pool while idle, on its client while in use.
  // Without listeners either would end the process. The error holds the whole connection, so only its message is
  // logged.
  created.on('connect', (client) => client.on('error', () => undefined));
  created.on('error', ({ message }) => log.warn({ cause: message }, 'an idle database connection broke'));
  return redactQueryErrors(created);
}

/** Runs a command of an operator on a connection of its own, which is closed at its end. Throws what `work` throws. */
export async function withClient<Value>(
  config: ClientConfig,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionTimeoutMillis: 10_000, ...config });
  // A broken connection emits an error event besides failing the query; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// The metrics' (stored-metrics.ts) and the one that listens (workers/listen.ts).
const OWN_CONNECTIONS = 2;

/**
 * Gives the connections of a pool, so that all of a process are at most DATABASE_CONNECTIONS: one in nine for lookups,
 * a third for readers, where no pooler has them, and the rest for people and sends.
 */
export function shareConnections(use: 'main' | 'readers' | 'lookups'): number {
  const { DATABASE_CONNECTIONS: all, DATABASE_POOLED_URL: pooled } = settings();
  const shared = all - OWN_CONNECTIONS;
  const lookups = Math.max(1, Math.floor(shared / 9));
  const readers = pooled === undefined ? Math.round(shared / 3) : 0;
  return { main: shared - lookups - readers, readers, lookups }[use];
}

/** Returns the connection pool of this process. */
export function pool(): Pool {
  return singleton('database.pool', () =>
    openPool({
      connectionString: settings().DATABASE_URL,
      max: shareConnections('main'),
      // A process that stalls in the middle of a transaction holds its locks no longer than this.
      idle_in_transaction_session_timeout: 5_000,
      application_name: 'countersign',
    }),
  );
}

/**
 * Runs a transaction whose commit is on disk before it counts, whatever `synchronous_commit` the server has by default:
 * a claim that a crash of the database undoes would be sent twice. Gives what `work` gives; whatever it throws ends the
 * transaction without an effect. Source: docs/specification/send-protocol.md#durable-commits.
 */
export function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return database().transaction(async (transaction) => {
    await commitDurably(transaction);
    return work(transaction);
  });
}

/**
 * Makes the commit of a transaction wait for the disk, and for that of a synchronous standby where the server has one.
 * A setting that waits for more (`remote_apply`) stays.
 */
export async function commitDurably(transaction: Pick<Transaction, 'execute'>): Promise<void> {
  await transaction.execute(
    sql`select set_config('synchronous_commit', 'on', true)
      where current_setting('synchronous_commit') not in ('on', 'remote_apply')`,
  );
}

/**
 * Returns a statement that a process builds once and each connection parses once, for frequent queries with many joins.
 * Values that change are placeholders. PostgreSQL may still plan it for the values of each call: lookups by a whole key
 * use `lookUp` (lib/server/database/lookup-pool.ts).
 */
export function prepared<Statement>(name: string, build: () => { prepare: (name: string) => Statement }): Statement {
  return singleton(`database.statement.${name}`, () => build().prepare(name));
}

/** Returns the rows of a statement in SQL that is built and parsed once (`prepared`), for these placeholder values. */
export async function readPrepared<Row>(
  name: string,
  build: () => SQL,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { text, values: places } = singleton(`database.text.${name}`, () => writeStatement(build()));
  return (await pool().query({ name, text, values: fillPlaceholders(places, values) })).rows as Row[];
}

/** Returns the database of this process. */
export function database(): Database {
  return singleton('database', () => drizzle(pool()));
}
