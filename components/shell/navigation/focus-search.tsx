'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

/** Puts the focus into the search of a page that opens without one, for a reader who comes to search. Draws nothing. */
export function FocusSearch({ path }: { path: string }) {
  const isThere = usePathname() === path;
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isThere && isFree && window.location.search === '')
      document.querySelector<HTMLElement>('main input[type=search]')?.focus();
  }, [isThere]);
  return null;
}
