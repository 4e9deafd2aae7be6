'use client';

import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useListGeometry } from '@/app/(console)/transfers/list-geometry';
import type { ListedItem } from '@/app/(console)/transfers/walk';

// What sticks to the top: the header of the page and that of the table.
const STUCK_TOP = 92;

// Where the reader was when the list was last left, and in which reading of it.
let leftAt: { asOf: string | undefined; scrollY: number } | undefined;

/** The rows that are in sight, of a list as long as it may be. Keeps its place when it is left and when rows change height. */
export function useVirtualRows(rows: ListedItem[], asOf: string | undefined, container: RefObject<HTMLElement | null>, openIndex: number | undefined) {
  const { rowHeight, top, isMeasured } = useListGeometry(container);
  const [startAt] = useState(() => (leftAt && leftAt.asOf === asOf ? leftAt.scrollY : 0));
  const isMounted = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- the console is not compiled, and only what is in sight is read from it
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: STUCK_TOP,
    scrollPaddingEnd: 24,
    initialOffset: startAt,
    // What the server draws.
    initialRect: { width: 1280, height: 900 },
    // On mounting it would scroll to where it starts, under the hands of a reader who scrolled before the page came alive.
    scrollToFn: (...write) => isMounted.current && windowScroll(...write),
  });

  useLayoutEffect(() => {
    const automatic = window.history.scrollRestoration;
    // The browser would put the page back where it was when the details were opened, wherever the reader went since.
    window.history.scrollRestoration = 'manual';
    // Remembered while scrolling: on leaving, the page is already being taken apart.
    const remember = () => {
      leftAt = { asOf, scrollY: window.scrollY };
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      window.removeEventListener('scroll', remember);
      window.history.scrollRestoration = automatic;
    };
  }, [asOf]);

  const old = useRef({ rowHeight, top, openIndex });
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const before = old.current;
    old.current = { rowHeight, top, openIndex: openIndex ?? before.openIndex };
    const change = rowHeight - before.rowHeight;
    if (change !== 0) virtualizer.measure();
    if (!isMounted.current) {
      isMounted.current = true;
      if (startAt > 0) window.scrollTo({ top: startAt, behavior: 'instant' });
      else requestAnimationFrame(() => window.dispatchEvent(new Event('scroll')));
    } else if (change !== 0) {
      // The row whose details are opened or closed stays where it is; else the first one in sight.
      const offset = virtualizer.scrollOffset ?? 0;
      const first = Math.max(0, Math.floor((offset - before.top) / before.rowHeight));
      const candidate = old.current.openIndex ?? first;
      const isInSight = candidate >= first && candidate <= first + window.innerHeight / before.rowHeight;
      window.scrollTo({ top: offset + top - before.top + (isInSight ? candidate : first) * change, behavior: 'instant' });
    }
  }, [isMeasured, rowHeight, top, openIndex, startAt, virtualizer]);

  return virtualizer;
}
