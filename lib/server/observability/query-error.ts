import 'server-only';
import { requestContext } from '@/lib/server/runtime/request-context';

/**
 * A failed query without its values: PostgreSQL's code, the table and the constraint. The errors of pg and drizzle hold
 * parameters and rows, and with them names, addresses and references (lib/server/database/query-redaction.ts).
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** The request's id. Next shows it on the error page as the number to report; otherwise it would show a hash. */
  readonly digest = requestContext()?.id;

  constructor(thrown: unknown) {
    const error = (thrown instanceof Error ? thrown : {}) as {
      code?: unknown;
      table?: unknown;
      constraint?: unknown;
      message?: unknown;
    };
    const code = readText(error.code);
    super(['query failed', code, safeMessage(code, readText(error.message))].filter(Boolean).join(': '));
    this.code = code;
    this.table = readText(error.table);
    this.constraint = readText(error.constraint);
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Matches the error codes of PostgreSQL, such as `23505`. */
export const SQLSTATE = /^[0-9A-Z]{5}$/;
// Classes whose messages name parts of the schema or the state of the server, and never a value
// (https://www.postgresql.org/docs/15/errcodes-appendix.html). The console's own triggers raise P0001. Class 22 quotes
// values, so it is not here.
const NAMES_NO_VALUE = /^(?:08|23|25|28|40|42|53|55|57|58)|^P0001$/;

/** Returns the part of an error's message that contains no value; undefined if there is none. */
function safeMessage(code: string | undefined, message: string | undefined): string | undefined {
  if (code !== undefined && SQLSTATE.test(code)) return NAMES_NO_VALUE.test(code) ? message : undefined;
  // An error of the connection, or of pg, which quotes a value that it cannot serialize.
  return message?.split('"')[0]?.trim();
}

// Compared by name: Next gives pages, routes and instrumentation separate module instances, each with its own class.
function isQueryError(thrown: unknown): thrown is QueryError {
  return thrown instanceof Error && thrown.name === 'QueryError';
}

/** Returns whether the database is gone, full or too slow; an error without an SQLSTATE counts as that. */
export function isOutage(thrown: unknown): boolean {
  if (!isQueryError(thrown)) return isUnconnected(thrown);
  const { code } = thrown;
  return code === undefined || !SQLSTATE.test(code) || OUTAGES.test(code);
}

// Connection, resources, operator intervention (a stop, a statement that took too long), system error.
const OUTAGES = /^(?:08|53|57|58)|^25P0[34]$|^55P03$/;

/** Recognizes the error of a pool that has no connection to give; it is thrown before any query. */
function isUnconnected(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { syscall } = thrown as { syscall?: unknown };
  return (
    syscall === 'connect' || /^(?:timeout exceeded when trying to connect|Connection terminated)/.test(thrown.message)
  );
}

/** Turns any error of a query into a QueryError, which is safe to throw, log and print. */
export function toQueryError(thrown: unknown): QueryError {
  if (isQueryError(thrown)) return thrown;
  // An error of drizzle, from any copy of the package: its cause is the error of the driver.
  const isWrapped = thrown instanceof Error && 'params' in thrown && thrown.cause !== undefined;
  return isWrapped ? toQueryError(thrown.cause) : new QueryError(thrown);
}
