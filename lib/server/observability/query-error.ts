import 'server-only';
import type { Socket } from 'node:net';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { Counter } from 'prom-client';
import { singleton } from '@/lib/server/runtime/singleton';
import { requestContext } from '@/lib/server/runtime/request-context';

/**
 * A query that failed, as far as anybody may know: which rule of which table, and PostgreSQL's code. What pg and drizzle
 * throw holds parameters and rows, and with them people's names, addresses and references.
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** The number that stands on the page which is shown instead: Next takes it where there is one, and else one that everybody has. */
  readonly digest = requestContext()?.id;

  constructor(thrown: unknown) {
    const seen = (thrown instanceof Error ? thrown : {}) as {
      code?: unknown;
      table?: unknown;
      constraint?: unknown;
      message?: unknown;
    };
    const code = read(seen.code);
    super(['a query failed', code, sayWhat(code, read(seen.message))].filter(Boolean).join(': '));
    this.code = code;
    this.table = read(seen.table);
    this.constraint = read(seen.constraint);
  }
}

function read(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
// Classes whose messages name parts of the schema or the state of the server, and never a value
// (https://www.postgresql.org/docs/15/errcodes-appendix.html); P0001 is what our own triggers say. Class 22 quotes what it could not read.
const SPEAKS_OF_NO_VALUE = /^(?:08|23|25|28|40|42|53|55|57|58)|^P0001$/;

function sayWhat(code: string | undefined, message: string | undefined): string | undefined {
  if (code !== undefined && SQLSTATE.test(code)) return SPEAKS_OF_NO_VALUE.test(code) ? message : undefined;
  // Of the connection, or of pg itself, which quotes what it cannot write.
  return message?.split('"')[0]?.trim();
}

// By its name: Next gives pages, routes and instrumentation module instances of their own, and each has its own class.
function isQueryError(thrown: unknown): thrown is QueryError {
  return thrown instanceof Error && thrown.name === 'QueryError';
}

/** Whether a database could not be asked at all, or could not do what it was asked: it is gone, full, or too slow. */
export function isOutage(thrown: unknown): boolean {
  if (!isQueryError(thrown)) return isUnconnected(thrown);
  const { code } = thrown;
  return code === undefined || !SQLSTATE.test(code) || OUTAGES.test(code);
}

// Connection, resources, an operator's doing (a stop, a statement ended for taking too long), the system under it.
const OUTAGES = /^(?:08|53|57|58)|^25P0[34]$|^55P03$/;

/** What a pool throws where it has no connection to give: before any query, so it is no error of one. */
function isUnconnected(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { syscall } = thrown as { syscall?: unknown };
  return (
    syscall === 'connect' || /^(?:timeout exceeded when trying to connect|Connection terminated)/.test(thrown.message)
  );
}

/** What went wrong with a query as something that can be thrown, logged and printed by anybody. */
export function withoutValues(thrown: unknown): QueryError {
  if (isQueryError(thrown)) return thrown;
  // drizzle's own error, whichever copy of drizzle made it: what matters is what it was caused by.
  const isWrapped = thrown instanceof Error && 'params' in thrown && thrown.cause !== undefined;
  return isWrapped ? withoutValues(thrown.cause) : new QueryError(thrown);
}

/** Lets no connection of a pool throw what holds values, counts what it throws, and keeps none that has stopped answering. */
export function redactQueryErrors(pool: Pool): Pool {
  return pool.on('connect', (client) => {
    const counted = (thrown: unknown) => {
      if (thrown instanceof Error && thrown.message === READ_TIMEOUT) hangUp(client);
      return count(thrown);
    };
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const quiet = (...given: unknown[]) => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        return query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) =>
          callback(error ? counted(error) : error, ...rest),
        );
      }
      const asked = query(...given);
      return asked instanceof Promise
        ? asked.catch((error: unknown) => {
            throw counted(error);
          })
        : asked;
    };
    client.query = quiet as PoolClient['query'];
  });
}

const READ_TIMEOUT = 'Query read timeout';

// pg would let the next query wait behind the one that was given up, on a connection of which nobody knows whether the
// other end is still there.
function hangUp(client: PoolClient): void {
  const { connection } = client as PoolClient & { connection: { stream: Socket } };
  connection.stream.destroy();
}

function count(thrown: unknown): QueryError {
  const error = withoutValues(thrown);
  queryErrors().inc({ kind: kindOf(error.code) });
  return error;
}

/** Queries that failed, by what kind of thing went wrong. */
export const queryErrors = () =>
  singleton(
    'metrics.query-errors',
    () =>
      new Counter({
        name: 'countersign_database_errors_total',
        help: 'Queries that failed: connection, timeout, conflict (deadlock or serialization), constraint, resources (disk, memory, connections), data, or other',
        labelNames: ['kind'],
        registers: [],
      }),
  );

const KINDS: [RegExp, string][] = [
  [/^57014$|^55P03$/, 'timeout'],
  [/^40/, 'conflict'],
  [/^23|^P0001$/, 'constraint'],
  [/^(?:53|54|58)/, 'resources'],
  [/^22/, 'data'],
  [/^(?:08|57P)/, 'connection'],
];

function kindOf(code: string | undefined): string {
  if (code === undefined || !SQLSTATE.test(code)) return 'connection';
  return KINDS.find(([codes]) => codes.test(code))?.[1] ?? 'other';
}

// drizzle writes the parameters into the message of what it throws, and has no setting for it. Here is where every
// statement of it passes, in a transaction or not, so that no caller can forget. A test plants values and looks for them.
interface Prepared {
  queryWithCache: (this: unknown, ...given: unknown[]) => Promise<unknown>;
}
const prepared = PgPreparedQuery.prototype as unknown as Prepared;
const { queryWithCache } = prepared;
prepared.queryWithCache = async function passQuietly(...given) {
  try {
    return await queryWithCache.apply(this, given);
  } catch (error) {
    throw withoutValues(error);
  }
};
