'use client';

import { useSelectedLayoutSegments } from 'next/navigation';

/**
 * Gives the path of the page that is drawn: that of a list also while one of its items is open beside it, whose address
 * the browser then shows (components/list/open-beside.ts). For parts of the layout around all pages.
 */
export function useRenderedPath(): string {
  // Groups of routes are no part of an address.
  return `/${useSelectedLayoutSegments()
    .filter((segment) => !segment.startsWith('('))
    .join('/')}`;
}
