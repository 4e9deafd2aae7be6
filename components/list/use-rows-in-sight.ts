'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { FIRST_ROWS } from '@/components/list/row-style';
import type { ListMemory } from '@/components/list/use-list';
import type { RowRange } from '@/components/list/list-pages';

// The height of the sticky headers of page and table (rem), and the room below a row that is scrolled into view (px).
const STICKY_REM = 5.5;
const MARGIN_BELOW = 24;
// A whole window of rows of any usual height, so that a page down shows rows that are drawn.
const OVERSCAN = 24;

interface RowsInSight {
  memory: ListMemory;
  /** Changes whenever the rows are replaced. */
  edition: string;
  /** The number of rows. */
  count: number;
  /** The element of the rows. */
  container: RefObject<HTMLElement | null>;
  /** The index of the row whose item is open beside the list. */
  openIndex: number | undefined;
  /** Gives the heading above a row; the same function while the rows are the same. */
  headOf: (index: number) => string | undefined;
}

/** Gives the rows to draw: those in sight, and some above and below. The server draws the first ones. */
export function useRowsInSight({ memory, edition, count, container, openIndex, headOf }: RowsInSight) {
  const { rowHeight, headHeight, top, isMeasured } = useGeometry(container);
  // Its rows are read at each render, and never memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => rowHeight + (headOf(index) === undefined ? 0 : headHeight),
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: isMeasured ? stickyHeight() : 0,
    scrollPaddingEnd: MARGIN_BELOW,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, headOf]);
  useScrollPosition(memory, edition, isMeasured);
  useStableRow({ rowHeight, headHeight, top, isMeasured }, openIndex);

  const drawn = virtualizer.getVirtualItems();
  const range: RowRange = isMeasured
    ? { start: drawn[0]?.index ?? 0, end: (drawn.at(-1)?.index ?? -1) + 1 }
    : { start: 0, end: Math.min(FIRST_ROWS, count) };
  return {
    range,
    size: isMeasured ? { all: virtualizer.getTotalSize(), above: (drawn[0]?.start ?? top) - top } : undefined,
    reveal: useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]),
    firstInSight: useCallback(() => {
      const first = virtualizer.getVirtualItemForOffset(window.scrollY + stickyHeight());
      return first === undefined || window.scrollY + stickyHeight() <= top ? 0 : first.index + 1;
    }, [virtualizer, top]),
  };
}

/** Returns the height of the sticky headers (px) in the reader's size of text. */
const stickyHeight = () => STICKY_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

interface Geometry {
  /** The heights of a row and of a heading, and the distance of the first one from the top of the page (px). */
  rowHeight: number;
  headHeight: number;
  top: number;
  isMeasured: boolean;
}

/** Measures the rows: their height depends on the width of the list and on the reader's size of text. */
function useGeometry(container: RefObject<HTMLElement | null>): Geometry {
  const [geometry, setGeometry] = useState<Geometry>({ rowHeight: 40, headHeight: 28, top: 0, isMeasured: false });
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const [rowHeight = 40, headHeight = 28] = ['--row', '--day'].map((name) =>
        Number.parseFloat(style.getPropertyValue(name)),
      );
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setGeometry((old) =>
        old.isMeasured && old.rowHeight === rowHeight && old.headHeight === headHeight && old.top === top
          ? old
          : { rowHeight, headHeight, top, isMeasured: true },
      );
    };
    measure();
    // A notice above the rows pushes them down.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);
  return geometry;
}

/** Restores the scroll position of a list, and scrolls to the top of a list that starts over. */
function useScrollPosition(memory: ListMemory, edition: string, isMeasured: boolean): void {
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    // The reader may have scrolled before hydration.
    const isTouched = last.current === undefined && memory.scrollTop === 0;
    const isSame = last.current === edition;
    last.current = edition;
    if (!isSame && !isTouched) window.scrollTo({ top: memory.scrollTop, behavior: 'instant' });

    const automatic = window.history.scrollRestoration;
    // The browser would restore the position at which the details were opened, wherever the reader scrolled since.
    window.history.scrollRestoration = 'manual';
    // Saved while scrolling: on leaving, the page is already being unmounted.
    const save = () => {
      memory.scrollTop = window.scrollY;
    };
    window.addEventListener('scroll', save, { passive: true });
    return () => {
      window.removeEventListener('scroll', save);
      window.history.scrollRestoration = automatic;
    };
  }, [memory, edition, isMeasured]);
}

/** Keeps a row in place when the height of rows changes: that of the open item, or the first one in sight. */
function useStableRow({ rowHeight, headHeight, top, isMeasured }: Geometry, openIndex: number | undefined): void {
  const before = useRef<Geometry & { scrollY: number; openIndex: number | undefined }>(undefined);
  useLayoutEffect(() => {
    const save = () => {
      if (before.current) before.current.scrollY = window.scrollY;
    };
    window.addEventListener('scroll', save, { passive: true });
    return () => window.removeEventListener('scroll', save);
  }, []);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const old = before.current;
    const lastOpen = openIndex ?? old?.openIndex;
    const scrollY = old?.scrollY ?? window.scrollY;
    before.current = { rowHeight, headHeight, top, isMeasured, scrollY, openIndex: lastOpen };
    if (!old || old.rowHeight === rowHeight) return;
    const first = Math.max(0, Math.floor((scrollY - old.top) / old.rowHeight));
    const isInSight =
      lastOpen !== undefined && lastOpen >= first && lastOpen <= first + window.innerHeight / old.rowHeight;
    const moved = (isInSight ? lastOpen : first) * (rowHeight - old.rowHeight);
    window.scrollTo({ top: scrollY + top - old.top + moved, behavior: 'instant' });
  }, [isMeasured, rowHeight, headHeight, top, openIndex]);
}
