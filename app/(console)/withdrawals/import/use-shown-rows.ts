import { useState } from 'react';
import type { SheetFilter } from '@/app/(console)/withdrawals/import/sheet-tools';
import type { RowView } from '@/lib/withdrawals/import/view-row';

/**
 * Which rows are shown. Those that a filter was chosen for stay when they are mended, so that nothing jumps away under
 * somebody's hands; choosing it again leaves them out.
 */
export function useShownRows(views: readonly RowView[]) {
  const [chosen, setChosen] = useState<{ filter: SheetFilter; numbers: ReadonlySet<number> }>({
    filter: 'all',
    numbers: new Set(),
  });
  const { filter, numbers } = chosen;
  const setFilter = (next: SheetFilter) =>
    setChosen({
      filter: next,
      numbers: new Set(views.filter(({ state }) => state === next).map(({ row }) => row.number)),
    });
  const shown =
    filter === 'all' ? views : views.filter(({ row, state }) => state === filter || numbers.has(row.number));
  return { shown, filter, setFilter };
}
