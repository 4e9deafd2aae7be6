import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CellPlace } from '@/lib/requests/import/edit-sheet';

/** The active cell; `editing` is the initial text of its input while it is edited. */
export interface ActiveCell extends CellPlace {
  editing?: string | undefined;
}

/** Movement between cells, in rows and columns. */
export type Steps = { down?: number; right?: number };

/** Tracks the active cell among the shown rows and columns, and moves the focus to it. */
export function useActiveCell(
  grid: RefObject<HTMLElement | null>,
  { numbers, columns }: { numbers: readonly number[]; columns: readonly number[] },
) {
  const [chosen, setChosen] = useState<ActiveCell>();
  const wantsFocus = useRef(false);
  const isShown = chosen !== undefined && numbers.includes(chosen.number) && columns.includes(chosen.column);
  // Tab must lead into the grid even where the former cell is gone.
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
  // After every render, since the cell may be rendered later than it became active.
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
