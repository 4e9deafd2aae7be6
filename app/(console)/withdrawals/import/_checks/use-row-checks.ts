import { useEffect, useMemo, useReducer } from 'react';
import { checkRow, type RowCheck } from '@/lib/requests/import/check-row';
import { checkSlice } from '@/lib/requests/import/check-in-slices';
import type { SheetContext, SheetRow } from '@/lib/requests/import/read-row';

// Few enough to check without a noticeable pause: an edited row, or a pasted block.
const MAX_IMMEDIATE = 12;
const SLICE_MS = 8;

/** Results of the rows' own checks. */
export type RowChecks = Pick<ReadonlyMap<SheetRow, RowCheck>, 'get'>;

/**
 * Checks each row by itself: a few rows at once, a whole sheet in slices between which the page stays responsive. Gives
 * the number of unchecked rows as `left`.
 */
export function useRowChecks(rows: readonly SheetRow[], context: SheetContext): { checks: RowChecks; left: number } {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  // A result holds as long as the row and the context are the same.
  const known = useMemo(() => ({ context, checks: new WeakMap<SheetRow, RowCheck>() }), [context]);
  const unchecked = rows.filter((row) => !known.checks.has(row));
  const isFew = unchecked.length <= MAX_IMMEDIATE;
  if (isFew) for (const row of unchecked) known.checks.set(row, checkRow(row, context));
  const left = isFew ? 0 : unchecked.length;

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      const until = performance.now() + SLICE_MS;
      checkSlice({
        rows,
        checks: known.checks,
        check: (row) => checkRow(row, known.context),
        isOver: () => performance.now() > until,
      });
      rerender();
    });
    return () => clearTimeout(timer);
  }, [rows, known, left]);
  return { checks: known.checks, left };
}
