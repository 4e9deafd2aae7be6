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
    const seen = (thrown instanceof Error ? thrown : {}) as {
      code?: unknown;
      table?: unknown;
      constraint?: unknown;
      message?: unknown;
    };
    const code = read(seen.code);
    super(['a query failed', code, describeCause(code, read(seen.message))].filter(Boolean).join(': '));
    this.code = code;
    this.table = read(seen.table);
    this.constraint = read(seen.constraint);
  }
}

function read(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const SQLSTATE = /^[0-9A-Z]{5}$/;
// Classes whose messages name parts of the schema or the state of the server, and never a value
// (https://www.postgresql.org/docs/15/errcodes-appendix.html); P0001 is raised by our own triggers. Class 22 quotes values.
const NAMES_NO_VALUE = /^(?:08|23|25|28|40|42|53|55|57|58)|^P0001$/;

function describeCause(code: string | undefined, message: string | undefined): string | undefined {
  if (code !== undefined && SQLSTATE.test(code)) return NAMES_NO_VALUE.test(code) ? message : undefined;
  // An error of the connection, or of pg itself, which quotes values that it cannot write.
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
export function withoutValues(thrown: unknown): QueryError {
  if (isQueryError(thrown)) return thrown;
  // An error of drizzle, from any copy of the package: its cause is the error of the driver.
  const isWrapped = thrown instanceof Error && 'params' in thrown && thrown.cause !== undefined;
  return isWrapped ? withoutValues(thrown.cause) : new QueryError(thrown);
}
