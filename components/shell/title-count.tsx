'use client';

import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/**
 * Begins the title of every page with the number that waits for the reader, as in `(3) Approvals`; without a number
 * where nothing waits. A page's own title, which Next changes at every navigation, keeps its place behind the number.
 */
export function TitleCount({ count }: { count: number }) {
  useEffect(() => {
    const write = () => {
      const title = document.title.replace(COUNT, '');
      const counted = count > 0 && title !== '' ? `(${count}) ${title}` : title;
      if (document.title !== counted) document.title = counted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
  return null;
}
