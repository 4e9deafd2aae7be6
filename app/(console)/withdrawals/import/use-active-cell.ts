import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CellPlace } from '@/lib/withdrawals/import/edit-sheet';

/** How somebody is at a cell: standing on it, or editing it from a text on. */
export interface ActiveCell extends CellPlace {
  editing?: string | undefined;
}

export type Steps = { down?: number; right?: number };

/** Which cell somebody is at, among those that are shown. Whoever goes there brings the focus along. */
export function useActiveCell(
  grid: RefObject<HTMLElement | null>,
  numbers: readonly number[],
  columns: readonly number[],
) {
  const [chosen, setChosen] = useState<ActiveCell>();
  const wantsFocus = useRef(false);
  const isShown = chosen !== undefined && numbers.includes(chosen.number) && columns.includes(chosen.column);
  // Tab leads into the grid somewhere, also where what somebody was at is gone.
  const active = isShown ? chosen : placeAt(numbers[0], columns[0]);

  const goTo = useCallback((place: ActiveCell) => {
    wantsFocus.current = true;
    setChosen(place);
  }, []);
  const step = (from: CellPlace, { down = 0, right = 0 }: Steps) => {
    const number = numbers[within(numbers.indexOf(from.number) + down, numbers.length)];
    const column = columns[within(columns.indexOf(from.column) + right, columns.length)];
    const place = placeAt(number, column);
    if (place) goTo(place);
  };
  // Without a list of what it hangs on: the cell may be drawn later than it was gone to.
  useLayoutEffect(() => {
    if (!wantsFocus.current || !active || active.editing !== undefined) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${active.number}:${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return { active, goTo, step };
}

function placeAt(number: number | undefined, column: number | undefined): ActiveCell | undefined {
  return number === undefined || column === undefined ? undefined : { number, column };
}

function within(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}
