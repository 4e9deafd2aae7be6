import 'server-only';
import type { Socket } from 'node:net';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { Counter } from 'prom-client';
import { type QueryError, SQLSTATE, toQueryError } from '@/lib/server/observability/query-error';
import { singleton } from '@/lib/server/runtime/singleton';

// Query redaction: no error of a query leaves the database layer with a bind value, a row or a detail in it. Names,
// addresses and references are such values, and errors end in logs, in traces and on error pages.
//
//   error of            passes through                      becomes
//   pg, on a client     redactQueryErrors (pool 'connect')  QueryError: code, table, constraint
//   drizzle, any query  installQueryRedaction (prototype)   QueryError of the pg error in it
//
// Invariants
// - Every pool of the console is created with redactQueryErrors; installQueryRedaction runs before the first query.
// - The prototype of drizzle is not a public interface: where its method is gone, the start fails instead of leaking.
// - A QueryError is never wrapped again, and is recognized by name across module instances.
// - A connection whose read timed out is destroyed: otherwise pg queues the next query behind the abandoned one.
//
// A test plants values in queries that fail and looks for them in every error (query-error.integration.test.ts).

/**
 * Redacts bind values from every error that the pool's clients throw, counts the errors, and destroys the connection of
 * a client whose read timed out. Gives the same pool.
 */
export function redactQueryErrors(pool: Pool): Pool {
  return pool.on('connect', (client) => {
    const redact = (thrown: unknown) => {
      if (thrown instanceof Error && thrown.message === READ_TIMEOUT) destroyConnection(client);
      return countError(thrown);
    };
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const redacted = (...given: unknown[]) => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        return query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) =>
          callback(error ? redact(error) : error, ...rest),
        );
      }
      const result = query(...given);
      return result instanceof Promise
        ? result.catch((error: unknown) => {
            throw redact(error);
          })
        : result;
    };
    client.query = redacted as PoolClient['query'];
  });
}

const READ_TIMEOUT = 'Query read timeout';

/** Breaks the connection of a client, which fails what it is doing at once. */
export function destroyConnection(client: PoolClient): void {
  const { connection } = client as PoolClient & { connection: { stream: Socket } };
  connection.stream.destroy();
}

function countError(thrown: unknown): QueryError {
  const error = toQueryError(thrown);
  queryErrors().inc({ kind: kindOf(error.code) });
  return error;
}

/** Method of drizzle that runs every statement, in a transaction or not. */
interface Prepared {
  queryWithCache: (this: unknown, ...given: unknown[]) => Promise<unknown>;
}

const installed = new WeakSet<object>();

/**
 * Redacts the errors of drizzle, which writes parameters into its messages and has no setting against that. Does
 * nothing the second time. Throws where drizzle no longer has the method, so that a console without redaction does not
 * start.
 */
export function installQueryRedaction(
  prototype: Partial<Prepared> = PgPreparedQuery.prototype as unknown as Partial<Prepared>,
): void {
  const { queryWithCache } = prototype;
  if (typeof queryWithCache !== 'function')
    throw new Error(
      'drizzle-orm has changed: PgPreparedQuery has no queryWithCache, so errors of queries would show their values',
    );
  if (installed.has(prototype)) return;
  installed.add(prototype);
  prototype.queryWithCache = async function queryRedacted(...given) {
    try {
      return await queryWithCache.apply(this, given);
    } catch (error) {
      throw toQueryError(error);
    }
  };
}

/** Counts failed queries by the kind of their error. */
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
