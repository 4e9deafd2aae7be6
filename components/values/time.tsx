'use client';

import { useToday } from '@/components/values/use-today';
import { zoneOfPage } from '@/lib/text/locale';
import { sayTime, type TimeDetail, writeExactTime } from '@/lib/time/say-time';

/**
 * Describes a time in the zone of the page (`zoneOfPage`): as people say it, exactly, and exactly with the text itself
 * for a hover. `today`: of `useToday`. Gives undefined for a text that is no time.
 */
export function describeTime(
  iso: string,
  today: string | undefined,
  detail?: TimeDetail,
): { short: string; exact: string; title: string } | undefined {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  const zone = zoneOfPage(today !== undefined);
  const exact = writeExactTime(date, zone);
  return { short: sayTime(date, zone, new Date(), detail), exact, title: `${exact} · ${iso}` };
}

/**
 * Renders a time as people say it, with the exact time and its offset on hover and in print. The server may not know
 * the reader's zone and renders UTC then; the browser replaces it.
 */
export function Time({ iso, ...detail }: { iso: string } & TimeDetail) {
  const today = useToday();
  const described = describeTime(iso, today, detail);
  if (!described) return <span>{iso}</span>;
  return (
    <time
      dateTime={iso}
      title={described.title}
      data-exact={described.exact}
      className="print:after:content-[attr(data-exact)]"
      suppressHydrationWarning
    >
      <span className="print:hidden" suppressHydrationWarning>
        {described.short}
      </span>
    </time>
  );
}
