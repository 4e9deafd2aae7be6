'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

// What the style says at the width that the server assumes.
const ASSUMED = { rowHeight: 44, top: 0, isMeasured: false };

/** How high a row is at this width, and how far down the page the rows start: both as the style has laid them out. */
export function useListGeometry(rows: RefObject<HTMLElement | null>) {
  const [geometry, setGeometry] = useState(ASSUMED);
  useLayoutEffect(() => {
    const element = rows.current;
    if (!element) return;
    const measure = () => {
      const rowHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || ASSUMED.rowHeight;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setGeometry((old) =>
        old.isMeasured && old.rowHeight === rowHeight && old.top === top ? old : { rowHeight, top, isMeasured: true },
      );
    };
    measure();
    // A notice above the rows makes the page longer and pushes them down.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [rows]);
  return geometry;
}
