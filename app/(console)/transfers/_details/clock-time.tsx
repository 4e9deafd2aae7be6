'use client';

import { useIsInBrowser } from '@/components/ui/use-is-in-browser';

/** A time of day with seconds, in the reader's zone; the server, which does not know it, writes UTC. */
export function ClockTime({ iso }: { iso: string }) {
  const isInBrowser = useIsInBrowser();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={iso} title={iso}>
      {date.toLocaleTimeString('en-GB', isInBrowser ? {} : { timeZone: 'UTC' })}
      {!isInBrowser && ' UTC'}
    </time>
  );
}
