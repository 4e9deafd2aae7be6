'use client';

import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { formatDate, zoneOfPage } from '@/lib/text/locale';

/** A time of day with seconds, in the zone of the page; UTC is named. */
export function ClockTime({ iso }: { iso: string }) {
  const timeZone = zoneOfPage(useIsInBrowser());
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={iso} title={iso}>
      {formatDate(date, { timeStyle: 'medium', timeZone })}
      {timeZone === 'UTC' && ' UTC'}
    </time>
  );
}
