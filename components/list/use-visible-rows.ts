'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useListGeometry } from '@/components/list/list-geometry';
import { FIRST_ROWS } from '@/components/list/row-style';

/** The rows to draw: `start` included, `end` excluded. */
export interface RowRange {
  start: number;
  end: number;
}

// The height of the sticky headers of page and table (rem).
const STICKY_REM = 5.5;
const MARGIN_BELOW = 24;
// Rows drawn beyond the visible ones at least, and how many are added and removed at once.
const OVERSCAN = 12;
const STEP = 4;
// The rows that the server renders.
const INITIAL_RANGE: RowRange = { start: 0, end: FIRST_ROWS };

/** What remembers the scroll position of a list while the reader is elsewhere (px). */
interface ScrollMemory {
  scrollTop: number;
}

interface VisibleRowsInput {
  /** The number of rows. */
  count: number;
  edition: number;
  /** The element of the rows. */
  container: RefObject<HTMLElement | null>;
  /** The index of the row whose item is open beside the list. */
  openIndex: number | undefined;
}

/** Returns the height of the sticky headers (px) in the reader's size of text. */
const stickyHeight = () => STICKY_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Where a window lies on a list: how far it is scrolled below the first row, its height, and that of a row (px). */
interface Sight {
  scrolled: number;
  height: number;
  rowHeight: number;
}

/** Gives the rows in sight. */
export function rowsInSight({ scrolled, height, rowHeight }: Sight): RowRange {
  return { start: Math.max(0, Math.floor(scrolled / rowHeight)), end: Math.ceil((scrolled + height) / rowHeight) };
}

/**
 * Gives the rows to draw: those in sight, and a whole window of them above and below. With fewer, a page down shows
 * rows that are drawn a frame later.
 */
export function rowsToDraw({ scrolled, height, rowHeight }: Sight): RowRange {
  const inWindow = Math.ceil(height / rowHeight);
  const beyond = Math.max(OVERSCAN, inWindow);
  const first = Math.floor((Math.floor(scrolled / rowHeight) - beyond) / STEP) * STEP;
  return { start: Math.max(0, first), end: Math.max(0, first) + inWindow + 2 * beyond + STEP };
}

/**
 * Decides which rows of a long list to draw: all rows have the same height, so the rest is arithmetic. Keeps the scroll
 * position when the list is left and when the height of the rows changes.
 */
export function useVisibleRows(list: ScrollMemory, { count, edition, container, openIndex }: VisibleRowsInput) {
  const { rowHeight, top, isMeasured } = useListGeometry(container);
  const [range, setRange] = useState(INITIAL_RANGE);
  const scrollY = useRef(0);

  useLayoutEffect(() => {
    if (!isMeasured) return;
    const drawn = { current: INITIAL_RANGE };
    const look = () => {
      scrollY.current = window.scrollY;
      const sight = { scrolled: window.scrollY - top, height: window.innerHeight, rowHeight };
      const { start, end } = rowsToDraw(sight);
      const { start: first, end: last } = rowsInSight(sight);
      const isDrawn = drawn.current.start <= first && last <= drawn.current.end;
      drawn.current = { start, end };
      const draw = () => setRange((old) => (old.start === start && old.end === end ? old : { start, end }));
      return { draw, isDrawn };
    };
    const onScroll = () => {
      const { draw, isDrawn } = look();
      // Before the frame is painted, so that a long jump shows no empty rows.
      if (isDrawn) draw();
      else flushSync(draw);
    };
    look().draw();
    for (const event of ['scroll', 'resize']) window.addEventListener(event, onScroll, { passive: true });
    return () => {
      for (const event of ['scroll', 'resize']) window.removeEventListener(event, onScroll);
    };
  }, [rowHeight, top, isMeasured]);

  useScrollRestoration(list, edition, isMeasured);
  useStableRows({ rowHeight, top, isMeasured }, openIndex, scrollY);

  const reveal = useCallback(
    (index: number) => {
      const above = top + index * rowHeight - stickyHeight();
      const below = top + (index + 1) * rowHeight + MARGIN_BELOW - window.innerHeight;
      if (window.scrollY > above) window.scrollTo({ top: above, behavior: 'instant' });
      else if (window.scrollY < below) window.scrollTo({ top: below, behavior: 'instant' });
    },
    [rowHeight, top],
  );
  const firstInSight = useCallback(
    () => Math.max(0, Math.ceil((window.scrollY + stickyHeight() - top) / rowHeight)),
    [rowHeight, top],
  );
  return { range: { start: Math.min(range.start, count), end: Math.min(range.end, count) }, reveal, firstInSight };
}

/** Restores the scroll position of a list, and scrolls to the top of a list that starts over. */
function useScrollRestoration(list: ScrollMemory, edition: number, isMeasured: boolean): void {
  const last = useRef<{ list: ScrollMemory; edition: number }>(undefined);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const isSame = last.current?.list === list && last.current.edition === edition;
    // The reader may have scrolled before hydration.
    const isTouched = last.current === undefined && list.scrollTop === 0;
    last.current = { list, edition };
    if (!isSame && !isTouched) window.scrollTo({ top: list.scrollTop, behavior: 'instant' });

    const automatic = window.history.scrollRestoration;
    // The browser would restore the position at which the details were opened, wherever the reader scrolled since.
    window.history.scrollRestoration = 'manual';
    // Saved while scrolling: on leaving, the page is already being unmounted.
    const remember = () => {
      list.scrollTop = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      window.removeEventListener('scroll', remember);
      window.history.scrollRestoration = automatic;
    };
  }, [list, edition, isMeasured]);
}

/**
 * Keeps a row in place when the height of rows changes: the row of the opened or closed details, or the first visible
 * one.
 */
function useStableRows(
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
