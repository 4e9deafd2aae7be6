/**
 * Checks rows that were not checked yet, in their order, until `isOver` says that it took long enough; but always one, so
 * that however slow the machine is there is an end. Writes what was found into `checks`.
 */
export function checkSome<Row extends object, Check>(
  rows: readonly Row[],
  checks: WeakMap<Row, Check>,
  check: (row: Row) => Check,
  isOver: () => boolean,
): void {
  for (const row of rows) {
    if (checks.has(row)) continue;
    checks.set(row, check(row));
    if (isOver()) return;
  }
}
