/**
 * Checks the unchecked rows in order until `isOver` returns true, but at least one, so that even a slow machine reaches
 * the end. Writes the results into `checks`.
 */
export function checkSlice<Row extends object, Check>({
  rows,
  checks,
  check,
  isOver,
}: {
  rows: readonly Row[];
  checks: WeakMap<Row, Check>;
  check: (row: Row) => Check;
  isOver: () => boolean;
}): void {
  for (const row of rows) {
    if (checks.has(row)) continue;
    checks.set(row, check(row));
    if (isOver()) return;
  }
}
