import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/** So many milliseconds from now, on the database's clock: the one clock of all processes. */
export function fromNow(ms: number): SQL<Date> {
  return sql`now() + make_interval(secs => ${ms / 1000}::float8)`;
}

/** The longest rest after failures, so that all work goes on within half a minute of the moment when what was wrong is mended. */
export const MAX_REST_MS = 25_000;

/** Exponential backoff with jitter: between half and all of it, so that many who failed together do not come back together. */
export function backoffMs(failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return (0.5 + Math.random() / 2) * Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(failures, 0), 30));
}
