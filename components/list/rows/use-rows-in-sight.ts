'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FIRST_ROWS } from '@/components/list/row-style';
import type { RowRange } from '@/components/list/list-pages';
import type { ListMemory } from '@/components/list/use-list';
import type { DrawnRows, Geometry, RowsHandle, RowsInSight } from '@/components/list/rows/rows-in-sight';

// The height of the sticky headers of page and table (rem).
const STICKY_REM = 5.5;
// What is drawn without looking which rows are in sight: more than a window of any usual height.
const PLAIN_ROWS = 50;
const MOVEMENTS = ['scroll', 'wheel', 'pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

interface Rows {
  memory: ListMemory;
  /** Changes whenever the rows are replaced. */
  edition: string;
  /** The index of the first row that is held, and the number of rows. */
  start: number;
  count: number;
  /** The element of the rows. */
  container: RefObject<HTMLElement | null>;
  /** The index of the row whose item is open beside the list. */
  openIndex: number | undefined;
  /** True if the rows are those of another query, and hidden. */
  isStale: boolean;
}

type Sight = typeof RowsInSight;

/**
 * Gives the rows to draw. The server draws the first ones, and a list that is read from its top needs no more until a
 * reader moves: only then is `rows-in-sight.tsx` loaded (`Sight`, with `sight`). Where it cannot be, all rows are
 * drawn.
 */
export function useRowsInSight({ memory, edition, start, count, container, openIndex, isStale }: Rows) {
  const geometry = useGeometry(container);
  const [drawn, setDrawn] = useState<DrawnRows>();
  const rows = useRef<RowsHandle>(null);
  const isLong = count > PLAIN_ROWS;
  const isAway = memory.scrollTop > 0 || start > 0;
  const Sight = useSight(isLong, isAway);
  const plainEnd = !geometry ? FIRST_ROWS : Sight === null ? count : PLAIN_ROWS;
  const { range, size } = chooseDrawn(drawn, { edition, count, plainEnd });
  const isPlaced = geometry !== undefined && (size !== undefined || Sight === null || !(isLong && isAway));
  useScrollPosition(memory, edition, isPlaced && !isStale);
  useStableRow(memory, geometry, openIndex);
  return {
    range,
    size,
    Sight: geometry && (isLong || drawn) ? Sight : undefined,
    sight: geometry && { edition, geometry, onDraw: setDrawn, ref: rows },
    reveal: useCallback((index: number) => rows.current?.reveal(index), []),
    firstInSight: useCallback(() => rows.current?.firstInSight() ?? 0, []),
  };
}

/**
 * Gives the rows to draw, and the heights where they are known. What was drawn of other rows says nothing about these:
 * they begin at the top, with a height of their own.
 */
export function chooseDrawn(
  drawn: DrawnRows | undefined,
  { edition, count, plainEnd }: { edition: string; count: number; plainEnd: number },
): { range: RowRange; size: DrawnRows['size'] | undefined } {
  const isOwn = drawn?.edition === edition && count > 0;
  const { start, end } = isOwn ? drawn.range : { start: 0, end: plainEnd };
  return {
    range: { start: Math.min(start, count), end: Math.min(end, count) },
    size: isOwn ? drawn.size : undefined,
  };
}

let loaded: Sight | undefined;

/** Loads what finds the rows in sight. Gives undefined until then, and null where it could not be loaded. */
function useSight(isLong: boolean, isAway: boolean): Sight | null | undefined {
  const [sight, setSight] = useState<Sight | null | undefined>(() => loaded);
  useEffect(() => {
    if (sight || !isLong) return;
    let isLoading = false;
    const load = () => {
      if (isLoading) return;
      isLoading = true;
      import('@/components/list/rows/rows-in-sight').then(
        (module) => setSight(() => (loaded = module.RowsInSight)),
        () => {
          // Tried again with the next movement.
          isLoading = false;
          setSight(null);
        },
      );
    };
    // The reader may have scrolled before hydration.
    if (isAway || window.scrollY > 0) load();
    for (const name of MOVEMENTS) window.addEventListener(name, load, { passive: true, capture: true });
    return () => {
      for (const name of MOVEMENTS) window.removeEventListener(name, load, { capture: true });
    };
  }, [sight, isLong, isAway]);
  return sight;
}

/** Measures the rows: their height depends on the width of the list and on the reader's size of text. */
function useGeometry(container: RefObject<HTMLElement | null>): Geometry | undefined {
  const [geometry, setGeometry] = useState<Geometry>();
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const [rowHeight = 40, headHeight = 28] = ['--row', '--day'].map((name) =>
        Number.parseFloat(style.getPropertyValue(name)),
      );
      const sticky = STICKY_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setGeometry((old) =>
        old && old.rowHeight === rowHeight && old.headHeight === headHeight && old.sticky === sticky && old.top === top
          ? old
          : { rowHeight, headHeight, sticky, top },
      );
    };
    measure();
    // A notice above the rows pushes them down. While the reader scrolls, only the room within the border changes.
    const observer = new ResizeObserver(measure);
    observer.observe(element, { box: 'border-box' });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);
  return geometry;
}

/**
 * Restores the scroll position of a list, and scrolls to the top of a list that starts over. While it is not ready, the
 * position is that of other rows, or of none: it is not kept.
 */
function useScrollPosition(memory: ListMemory, edition: string, isReady: boolean): void {
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!isReady) {
      if (last.current !== undefined) last.current = '';
      return;
    }
    // The reader may have scrolled before hydration.
    const isTouched = last.current === undefined && memory.scrollTop === 0;
    const isSame = last.current === edition;
    last.current = edition;
    if (!isSame && !isTouched) window.scrollTo({ top: memory.scrollTop, behavior: 'instant' });

    const automatic = window.history.scrollRestoration;
    // The browser would restore the position at which the details were opened, wherever the reader scrolled since.
    window.history.scrollRestoration = 'manual';
    // Saved while scrolling: on leaving, the page is already being unmounted. Before other listeners draw rows, which
    // the position would then wait for.
    const save = () => {
      memory.scrollTop = window.scrollY;
    };
    window.addEventListener('scroll', save, { passive: true, capture: true });
    return () => {
      window.removeEventListener('scroll', save, { capture: true });
      window.history.scrollRestoration = automatic;
    };
  }, [memory, edition, isReady]);
}

/** Keeps a row in place when the height of rows changes: that of the open item, or the first one in sight. */
function useStableRow(memory: ListMemory, geometry: Geometry | undefined, openIndex: number | undefined): void {
  const before = useRef<{ geometry: Geometry; openIndex: number | undefined }>(undefined);
  useLayoutEffect(() => {
    if (!geometry) return;
    const old = before.current;
    const lastOpen = openIndex ?? old?.openIndex;
    before.current = { geometry, openIndex: lastOpen };
    if (!old || old.geometry.rowHeight === geometry.rowHeight) return;
    const { rowHeight, top } = old.geometry;
    const first = Math.max(0, Math.floor((memory.scrollTop - top) / rowHeight));
    const isInSight = lastOpen !== undefined && lastOpen >= first && lastOpen <= first + window.innerHeight / rowHeight;
    const moved = (isInSight ? lastOpen : first) * (geometry.rowHeight - rowHeight);
    window.scrollTo({ top: memory.scrollTop + geometry.top - top + moved, behavior: 'instant' });
  }, [memory, geometry, openIndex]);
}
