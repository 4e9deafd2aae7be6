import 'server-only';
import { setImmediate } from 'node:timers/promises';

/** After so many rows, or milliseconds, of what a person sent, everybody else gets a turn. */
const ROWS = 50;
const MAX_MS = 10;

/**
 * Works on rows in order, and gives the results. Lets the event loop do what else waits after every 50 rows, and after
 * ten milliseconds: a thousand rows in one piece would hold up every other person, and the sending of money.
 */
export async function mapRows<Row, Value>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Value | Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  let since = performance.now();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && (index % ROWS === 0 || performance.now() - since > MAX_MS)) {
      await setImmediate();
      since = performance.now();
    }
    const result = work(row, index);
    // A value that is there already is not awaited: a thousand turns of the microtask queue let nobody in.
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}
