import { useState } from 'react';
import type { SheetFilter } from '@/app/(console)/withdrawals/import/sheet-tools';
import type { RowView } from '@/lib/requests/import/view-row';

/**
 * Filters the shown rows. A row that matched when the filter was chosen stays after it is fixed, so that nothing jumps
 * while a person edits; choosing the filter again removes it.
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
