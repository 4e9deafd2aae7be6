'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { writePageCookie } from '@/lib/http/cookie-names';
import { deskFormat } from '@/lib/text/locale';
import { TIME_ZONE_COOKIE } from '@/lib/time/time-zone-cookie';

/**
 * Tells the console the browser's time zone where the page was rendered for another one (`used`), and reads the page
 * again: on the first visit, and after a journey. Renders nothing.
 */
export function TellTimeZone({ used }: { used: string }) {
  const router = useRouter();
  const isTold = useRef(false);
  useEffect(() => {
    // The desk has a zone of its own.
    if (deskFormat().timeZone !== undefined) return;
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own === used || isTold.current) return;
    // Once: a browser without cookies would read the page for ever.
    isTold.current = true;
    document.cookie = writePageCookie(TIME_ZONE_COOKIE, own, window.location);
    router.refresh();
  }, [router, used]);
  return null;
}
