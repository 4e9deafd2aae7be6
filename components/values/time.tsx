'use client';

import { useIsInBrowser } from '@/components/ui/use-is-in-browser';

const DAY = { day: '2-digit', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

/**
 * Creates the formats of one time zone. They are created once: a list renders hundreds of times, and creating a format
 * is the slow part.
 */
function createFormats(zone: { timeZone?: 'UTC' }) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, ...zone });
  return {
    thisYear: format({ ...DAY, ...MINUTE }),
    // The date without the time, so that both forms are equally wide.
    otherYear: format({ ...DAY, year: 'numeric' }),
    exact: format({ ...DAY, year: 'numeric', ...MINUTE, second: '2-digit' }),
    full: format({ dateStyle: 'full', timeStyle: 'long' }),
  };
}

const UTC_FORMATS = createFormats({ timeZone: 'UTC' });
const LOCAL_FORMATS = createFormats({});

/**
 * Describes a time in the reader's time zone, or in UTC before the browser knows it: the day and the minute, and the
 * full time with its offset. Gives undefined for a text that is no time.
 */
export function describeTime(iso: string, isInBrowser: boolean): { short: string; title: string } | undefined {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  const formats = isInBrowser ? LOCAL_FORMATS : UTC_FORMATS;
  const yearOf = (moment: Date) => (isInBrowser ? moment.getFullYear() : moment.getUTCFullYear());
  // Asked each time: pages and servers stay open over the end of a year.
  const short = yearOf(date) === yearOf(new Date()) ? formats.thisYear : formats.otherYear;
  return { short: short.format(date).replace(',', ''), title: `${formats.full.format(date)} · ${iso}` };
}

/**
 * Renders a time in the reader's time zone, with the full time and offset on hover. The server does not know the time
 * zone and renders UTC; the browser replaces it.
 */
export function Time({ iso, withSeconds }: { iso: string; withSeconds?: boolean }) {
  const isInBrowser = useIsInBrowser();
  const described = describeTime(iso, isInBrowser);
  if (!described) return <span>{iso}</span>;
  const { exact } = isInBrowser ? LOCAL_FORMATS : UTC_FORMATS;
  return (
    <time dateTime={iso} title={described.title} suppressHydrationWarning>
      {withSeconds ? exact.format(new Date(iso)).replace(',', '') : described.short}
      {!isInBrowser && withSeconds && ' UTC'}
    </time>
  );
}
