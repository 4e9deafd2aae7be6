'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useListGeometry } from '@/app/(console)/transfers/_list/list-geometry';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';

/** From the first row drawn to the one after the last. */
export interface RowRange {
  start: number;
  end: number;
}

// What sticks to the top: the header of the page and that of the table.
const STUCK_TOP = 92;
const BELOW = 24;
// Rows drawn beyond what is in sight, and how many come and go at once.
const BEYOND = 12;
const STEP = 4;
// What the server draws.
const FIRST: RowRange = { start: 0, end: 34 };

/**
 * Which rows are drawn, of a list as long as it may be: all have one height, so the rest is arithmetic. The list keeps its
 * place when it is left and when its rows change height.
 */
export function useVisibleRows(
  list: TransferList,
  count: number,
  edition: number,
  container: RefObject<HTMLElement | null>,
  openIndex: number | undefined,
) {
  const { rowHeight, top, isMeasured } = useListGeometry(container);
  const [range, setRange] = useState(FIRST);
  const scrollY = useRef(0);

  useLayoutEffect(() => {
    if (!isMeasured) return;
    const look = () => {
      scrollY.current = window.scrollY;
      const first = Math.floor((window.scrollY - top) / rowHeight) - BEYOND;
      const start = Math.max(0, Math.floor(first / STEP) * STEP);
      const end =
        Math.max(start, Math.floor(first / STEP) * STEP) +
        Math.ceil(window.innerHeight / rowHeight) +
        2 * BEYOND +
        STEP;
      list.draws(start, end);
      setRange((old) => (old.start === start && old.end === end ? old : { start, end }));
    };
    look();
    for (const event of ['scroll', 'resize']) window.addEventListener(event, look, { passive: true });
    return () => {
      for (const event of ['scroll', 'resize']) window.removeEventListener(event, look);
    };
  }, [list, rowHeight, top, isMeasured]);

  useKeptPlace(list, edition, isMeasured);
  useSteadyRows({ rowHeight, top, isMeasured }, openIndex, scrollY);

  const reveal = useCallback(
    (index: number) => {
      const above = top + index * rowHeight - STUCK_TOP;
      const below = top + (index + 1) * rowHeight + BELOW - window.innerHeight;
      if (window.scrollY > above) window.scrollTo({ top: above, behavior: 'instant' });
      else if (window.scrollY < below) window.scrollTo({ top: below, behavior: 'instant' });
    },
    [rowHeight, top],
  );
  const firstInSight = useCallback(
    () => Math.max(0, Math.ceil((window.scrollY + STUCK_TOP - top) / rowHeight)),
    [rowHeight, top],
  );
  return { range: { start: Math.min(range.start, count), end: Math.min(range.end, count) }, reveal, firstInSight };
}

/** Goes to where a list was left, and to the top of one that begins anew. */
function useKeptPlace(list: TransferList, edition: number, isMeasured: boolean): void {
  const last = useRef<{ list: TransferList; edition: number }>(undefined);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const isSame = last.current?.list === list && last.current.edition === edition;
    // A reader may have scrolled before the page came alive.
    const isTouched = last.current === undefined && list.leftAt === 0;
    last.current = { list, edition };
    if (!isSame && !isTouched) window.scrollTo({ top: list.leftAt, behavior: 'instant' });

    const automatic = window.history.scrollRestoration;
    // The browser would put the page back where it was when the details were opened, wherever the reader went since.
    window.history.scrollRestoration = 'manual';
    // Remembered while scrolling: on leaving, the page is already being taken apart.
    const remember = () => {
      list.leftAt = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      window.removeEventListener('scroll', remember);
      window.history.scrollRestoration = automatic;
    };
  }, [list, edition, isMeasured]);
}

/** When rows change height, the row whose details are opened or closed stays where it is; else the first one in sight. */
function useSteadyRows(
  geometry: ReturnType<typeof useListGeometry>,
  openIndex: number | undefined,
  scrollY: RefObject<number>,
): void {
  const { rowHeight, top, isMeasured } = geometry;
  const before = useRef<{ rowHeight: number; top: number; openIndex: number | undefined }>(undefined);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const old = before.current;
    const lastOpen = openIndex ?? old?.openIndex;
    before.current = { rowHeight, top, openIndex: lastOpen };
    const change = rowHeight - (old?.rowHeight ?? rowHeight);
    if (!old || change === 0) return;
    const first = Math.max(0, Math.floor((scrollY.current - old.top) / old.rowHeight));
    const isInSight =
      lastOpen !== undefined && lastOpen >= first && lastOpen <= first + window.innerHeight / old.rowHeight;
    window.scrollTo({
      top: scrollY.current + top - old.top + (isInSight ? lastOpen : first) * change,
      behavior: 'instant',
    });
  }, [isMeasured, rowHeight, top, openIndex, scrollY]);
}
