// A day in the address bar is a day of the reader's time zone, so that it matches the times in the list. It is written
// with its offset, so that the same link shows the same transfers to a colleague in another zone.

import { deskFormat, formatDate } from '@/lib/text/locale';
import { addDays, firstMomentOf } from '@/lib/time/first-moment';
import { clockIn, dayIn } from '@/lib/time/time-zone';
import type { Bounds } from '@/lib/transfers/time-bounds';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Gives the first moment of a day (2026-11-21) in the reader's zone, with its offset. */
export function startOfDay(day: string): string {
  return formatMoment(firstMomentOf(day, dayAt));
}

/** Gives the last moment of a day in the reader's zone, with its offset. */
export function endOfDay(day: string): string {
  const last = new Date(firstMomentOf(addDays(day, 1), dayAt).getTime() - 1);
  return formatMoment(last).replace(/(?=[+-]\d\d:\d\d$)/, '.999999');
}

/** Gives the day in the reader's zone at a moment, plus `days` days (2026-11-21). */
export function dayAt(moment: Date, days = 0): string {
  return addDays(dayIn(deskFormat().timeZone, moment), days);
}

/** Gives the day of a bound in the reader's zone (2026-11-21); empty without a bound. */
export function dayOfBound(bound: string | undefined): string {
  if (bound === undefined || DAY.test(bound)) return bound ?? '';
  return dayAt(new Date(bound));
}

/** Describes a bound: "21 Nov 2026", with the time of day unless the bound is the start or end of the day. */
export function describeBound(bound: string, zone: string | undefined = deskFormat().timeZone): string {
  const date = new Date(bound);
  const timeZone = DAY.test(bound) ? 'UTC' : zone;
  const day = formatDate(date, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  const { time } = clockIn(timeZone, date);
  const isWholeDay = time === '00:00:00' || time === '23:59:59' || (zone !== 'UTC' && isFirstMoment(date));
  return isWholeDay ? day : `${day} ${formatDate(date, { hour: '2-digit', minute: '2-digit', timeZone })}`;
}

/** Describes inclusive bounds by time: "21 Nov 2026", "since 21 Nov 2026". `zone`: undefined for the reader's own. */
export function describeDays({ from, to }: Bounds, zone: string | undefined): string {
  const [first, last] = [from, to].map((bound) => (bound === undefined ? undefined : describeBound(bound, zone)));
  if (first === undefined) return `up to ${last}`;
  if (last === undefined) return `since ${first}`;
  return first === last ? first : `${first} to ${last}`;
}

// Where the clocks go forward at midnight, the day begins at one.
function isFirstMoment(date: Date): boolean {
  return firstMomentOf(dayAt(date), dayAt).getTime() === date.getTime();
}

/** Formats a moment in the reader's zone, with its offset: "2026-11-21T00:00:00+01:00". */
function formatMoment(moment: Date): string {
  const { time, offset } = clockIn(deskFormat().timeZone, moment);
  return `${dayAt(moment)}T${time}${offset}`;
}
