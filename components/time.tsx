'use client';

import { useIsInBrowser } from '@/components/use-is-in-browser';

/**
 * A time in the reader's own zone, with the offset on hover. The server does not know the zone, so it writes UTC and
 * says so; the browser puts the reader's time in its place.
 */
export function Time({ iso, withSeconds }: { iso: string; withSeconds?: boolean }) {
  const isInBrowser = useIsInBrowser();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return <span>{iso}</span>;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { year: 'numeric', second: '2-digit' }),
    ...(!isInBrowser && { timeZone: 'UTC' }),
  });
  const full = isInBrowser ? new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' }).format(date) : `${iso} (UTC)`;
  return (
    <time dateTime={iso} title={`${full} · ${iso}`} suppressHydrationWarning>
      {format.format(date).replace(',', '')}
      {!isInBrowser && withSeconds && ' UTC'}
    </time>
  );
}
