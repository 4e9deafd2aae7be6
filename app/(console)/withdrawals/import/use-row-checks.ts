import { useEffect, useMemo, useReducer } from 'react';
import { checkRow, type RowCheck } from '@/lib/withdrawals/import/check-row';
import { checkSome } from '@/lib/withdrawals/import/check-in-slices';
import type { SheetContext, SheetRow } from '@/lib/withdrawals/import/read-row';

// So many are checked at once as go unnoticed: a row that is edited, or a block that is pasted.
const AT_ONCE = 12;
const SLICE_MS = 8;

export type RowChecks = Pick<ReadonlyMap<SheetRow, RowCheck>, 'get'>;

/** What each row says by itself. A few rows are checked at once, a whole sheet in slices between which the page lives; `left` are still to come. */
export function useRowChecks(rows: readonly SheetRow[], context: SheetContext): { checks: RowChecks; left: number } {
  const [, drawAnew] = useReducer((count: number) => count + 1, 0);
  // What was found out about a row holds as long as the row and what it is read with are the same.
  const known = useMemo(() => ({ context, checks: new WeakMap<SheetRow, RowCheck>() }), [context]);
  const unchecked = rows.filter((row) => !known.checks.has(row));
  const isFew = unchecked.length <= AT_ONCE;
  if (isFew) for (const row of unchecked) known.checks.set(row, checkRow(row, context));
  const left = isFew ? 0 : unchecked.length;

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      const until = performance.now() + SLICE_MS;
      checkSome(
        rows,
        known.checks,
        (row) => checkRow(row, known.context),
        () => performance.now() > until,
      );
      drawAnew();
    });
    return () => clearTimeout(timer);
  }, [rows, known, left]);
  return { checks: known.checks, left };
}
