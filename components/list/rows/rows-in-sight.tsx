'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import type { RowRange } from '@/components/list/list-pages';

// The room below a row that is scrolled into view (px).
const MARGIN_BELOW = 24;
// Half a window of rows: each row that is drawn takes part in every frame.
const OVERSCAN = 10;

/** The heights of a row, a heading and the sticky headers, and the distance of the first row from the top (px). */
export interface Geometry {
  rowHeight: number;
  headHeight: number;
  sticky: number;
  top: number;
}

/** The rows to draw of an edition of the list, and the height of all rows and of those above the drawn ones (px). */
export interface DrawnRows {
  edition: string;
  range: RowRange;
  size: { all: number; above: number };
}

/** Scrolls a row into view, and gives the first row in sight. */
export interface RowsHandle {
  reveal: (index: number) => void;
  firstInSight: () => number;
}

interface RowsInSightProps {
  /** Changes whenever the rows are replaced. */
  edition: string;
  count: number;
  geometry: Geometry;
  /** Gives the heading above a row; the same function while the rows are the same. */
  headOf: (index: number) => string | undefined;
  /** Takes the rows to draw, before the next frame. The same function at each render. */
  onDraw: (drawn: DrawnRows) => void;
  ref: Ref<RowsHandle>;
}

/** Finds the rows in sight, and some above and below. Draws nothing: the rows stay the elements that they are. */
export function RowsInSight({ edition, count, geometry, headOf, onDraw, ref }: RowsInSightProps) {
  const { rowHeight, headHeight, top, sticky } = geometry;
  // Its rows are read at each render, and never memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => rowHeight + (headOf(index) === undefined ? 0 : headHeight),
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: sticky,
    scrollPaddingEnd: MARGIN_BELOW,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, headOf]);
  useImperativeHandle(
    ref,
    () => ({
      reveal: (index) => virtualizer.scrollToIndex(index),
      firstInSight: () => {
        const offset = window.scrollY + sticky;
        return offset <= top ? 0 : (virtualizer.getVirtualItemForOffset(offset)?.index ?? -1) + 1;
      },
    }),
    [virtualizer, sticky, top],
  );
  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const [start, end, all, above] = [
    first?.index,
    (last?.index ?? -1) + 1,
    virtualizer.getTotalSize(),
    (first?.start ?? top) - top,
  ];
  useLayoutEffect(() => {
    if (start !== undefined) onDraw({ edition, range: { start, end }, size: { all, above } });
  }, [onDraw, edition, start, end, all, above]);
  return null;
}
