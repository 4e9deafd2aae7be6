'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

// The values of the style at the width that the server assumes.
const INITIAL_GEOMETRY = { rowHeight: 40, top: 0, isMeasured: false };

/** Measures the height of a row and the distance of the first row from the top of the page (px). */
export function useListGeometry(rows: RefObject<HTMLElement | null>) {
  const [geometry, setGeometry] = useState(INITIAL_GEOMETRY);
  useLayoutEffect(() => {
    const element = rows.current;
    if (!element) return;
    const measure = () => {
      const rowHeight =
        Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || INITIAL_GEOMETRY.rowHeight;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setGeometry((old) =>
        old.isMeasured && old.rowHeight === rowHeight && old.top === top ? old : { rowHeight, top, isMeasured: true },
      );
    };
    measure();
    // A notice above the rows pushes them down.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [rows]);
  return geometry;
}
