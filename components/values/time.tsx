'use client';

import { useIsInBrowser } from '@/components/ui/use-is-in-browser';

const DAY = { day: '2-digit', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

/** The formats of one zone, made once: a list draws hundreds of times, and making a format is the slow part. */
function makeFormats(zone: { timeZone?: 'UTC' }) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, ...zone });
  return {
    thisYear: format({ ...DAY, ...MINUTE }),
    // The day alone, so that it takes no more room than a day and a time.
    otherYear: format({ ...DAY, year: 'numeric' }),
    exact: format({ ...DAY, year: 'numeric', ...MINUTE, second: '2-digit' }),
    full: format({ dateStyle: 'full', timeStyle: 'long' }),
  };
}

const UTC_FORMATS = makeFormats({ timeZone: 'UTC' });
const LOCAL_FORMATS = makeFormats({});
const THIS_YEAR = new Date().getFullYear();

/**
 * A time in the reader's own zone, with everything to the second and the offset on hover. The server does not know the
 * zone, so it writes UTC; the browser puts the reader's time in its place.
 */
export function Time({ iso, withSeconds }: { iso: string; withSeconds?: boolean }) {
  const isInBrowser = useIsInBrowser();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return <span>{iso}</span>;
  const formats = isInBrowser ? LOCAL_FORMATS : UTC_FORMATS;
  const short = date.getFullYear() === THIS_YEAR ? formats.thisYear : formats.otherYear;
  return (
    <time dateTime={iso} title={`${formats.full.format(date)} · ${iso}`} suppressHydrationWarning>
      {(withSeconds ? formats.exact : short).format(date).replace(',', '')}
      {!isInBrowser && withSeconds && ' UTC'}
    </time>
  );
}
