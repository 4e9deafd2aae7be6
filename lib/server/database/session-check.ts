import 'server-only';
import type { Pool, PoolClient } from 'pg';
import { TIMEOUTS } from '@/lib/server/database/client';
import { withTimeout } from '@/lib/server/runtime/timeout';

const SHARED =
  'DATABASE_URL leads through a connection pooler that gives each transaction another connection, such as PgBouncer in ' +
  'transaction mode. The time limits and the prepared statements of the console belong to a connection. Give the ' +
  'address of the database itself, or of a pooler in session mode.';
const WITHOUT_LIMITS =
  'DATABASE_URL leads through a connection pooler that drops statement_timeout, so that a statement could run without ' +
  'an end. Give the address of the database itself, or set the time limit for the role: ' +
  `alter role ... set statement_timeout = ${TIMEOUTS.statement_timeout}.`;

const ROUNDS = 5;
const ANSWER_MS = 3_000;
// PgBouncer refuses a startup parameter that it does not know and is not set to ignore.
const REFUSED_PARAMETER = /unsupported startup parameter/;

/**
 * Checks that each connection of a pool keeps a session of its own, as a direct one does. Throws an error that says
 * what to change where a pooler shares sessions between connections, or drops the limit of a statement.
 */
export async function checkSessions(pool: Pick<Pool, 'connect'>): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw error instanceof Error && REFUSED_PARAMETER.test(error.message) ? new Error(SHARED, { cause: error }) : error;
  });
  try {
    // A pooler makes up the process id that it tells its clients, and PostgreSQL tells its own.
    const { pid, limitMs } = await readSession(client);
    if (pid === (client as PoolClient & { processID?: number }).processID) return;
    for (let round = 0; round < ROUNDS; round += 1) if (await sharesSession(pool, client)) throw new Error(SHARED);
    if (limitMs !== TIMEOUTS.statement_timeout) throw new Error(WITHOUT_LIMITS);
  } finally {
    client.release();
  }
}

/** Returns whether a session is given to another connection while it is idle. */
async function sharesSession(pool: Pick<Pool, 'connect'>, client: PoolClient): Promise<boolean> {
  const mark = String(Math.random());
  await client.query(`select set_config('countersign.session', $1, false)`, [mark]);
  const before = await readSession(client);
  const other = await pool.connect();
  try {
    // Occupies the session that the pooler gives out next, which is usually the one that was used last.
    await other.query('begin');
    if ((await readSession(other)).pid === before.pid) return true;
    // A pooler with a single session lets the statement wait for the end of the other transaction.
    const after = await withTimeout<Session, undefined>(
      ANSWER_MS,
      () => readSession(client),
      () => undefined,
    );
    return after?.pid !== before.pid || after.mark !== mark;
  } finally {
    await other.query('rollback');
    other.release();
  }
}

interface Session {
  pid: number;
  mark: string | null;
  limitMs: number;
}

async function readSession(client: PoolClient): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select pg_backend_pid() as pid, current_setting('countersign.session', true) as mark,
      (select setting::int from pg_settings where name = 'statement_timeout') as "limitMs"`,
  );
  if (!rows[0]) throw new Error('the database described no session');
  return rows[0];
}
