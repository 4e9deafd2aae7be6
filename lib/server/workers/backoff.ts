import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Returns SQL for the time `ms` milliseconds from now, on the database's clock: the one clock that all processes
 * share.
 */
export function fromNow(ms: number): SQL<Date> {
  return sql`now() + make_interval(secs => ${ms / 1000}::float8)`;
}

/** Longest backoff after errors, so that all work continues within half a minute of the fix. */
export const MAX_BACKOFF_MS = 25_000;

/**
 * Returns the next wait in milliseconds: exponential, with jitter between half and all of it, so that processes that
 * failed together do not retry together. `failures` counts from 0.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return (0.5 + Math.random() / 2) * Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures, 0), 30));
}
