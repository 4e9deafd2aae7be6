import { formatDate } from '@/lib/text/locale';
import { addDays } from '@/lib/time/first-moment';
import { dayIn } from '@/lib/time/time-zone';

const DAY = { day: 'numeric', month: 'short' } as const;
const YEAR = { ...DAY, year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** How much of a time is written. */
export interface TimeDetail {
  /** A day this year has its time as well. */
  withTime?: boolean | undefined;
  /** Every day has its time, to the second. */
  withSeconds?: boolean | undefined;
  /** A heading says the day: the time alone is written. */
  isUnderDay?: boolean | undefined;
}

/**
 * Writes a time as people say it: "today 10:43", "yesterday 16:02", "27 Nov" this year, and "27 Nov 2025". `zone`: an
 * IANA name, or undefined for the zone of this machine. Throws a RangeError for an invalid date.
 */
export function sayTime(date: Date, zone: string | undefined, now: Date, detail: TimeDetail = {}): string {
  const { withTime = false, withSeconds = false, isUnderDay = false } = detail;
  const clock = formatDate(date, { ...(withSeconds ? SECOND : MINUTE), timeZone: zone });
  if (isUnderDay) return clock;
  const [day, today] = [dayIn(zone, date), dayIn(zone, now)];
  const isThisYear = day.split('-')[0] === today.split('-')[0];
  const near = nameOf(day, today);
  const written = near ?? formatDate(date, { ...(isThisYear ? DAY : YEAR), timeZone: zone });
  const isTimed = near !== undefined || withSeconds || (withTime && isThisYear);
  return isTimed ? `${written} ${clock}` : written;
}

function nameOf(day: string, today: string): string | undefined {
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day === addDays(today, 1) ? 'tomorrow' : undefined;
}

/** Writes a time in full with its offset, such as "27 Nov 2026, 10:43:12 GMT+1". */
export function writeExactTime(date: Date, zone: string | undefined): string {
  return formatDate(date, { ...YEAR, ...SECOND, timeZoneName: 'short', timeZone: zone });
}
