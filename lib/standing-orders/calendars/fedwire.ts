import { addDays } from '@/lib/time/first-moment';
import { weekdayOf } from '@/lib/standing-orders/calendars/calendar';
import { dateOf, firstFrom } from '@/lib/standing-orders/calendars/rule-dates';

const FROM = 2022;
const [SUNDAY, MONDAY, THURSDAY] = [0, 1, 4];

/**
 * Lists the closing days of the Fedwire Funds Service besides weekends; undefined before 2022, the first year with
 * Juneteenth. The Federal Reserve Banks are open on the Friday before a holiday on a Saturday, and closed on the Monday
 * after a holiday on a Sunday.
 *
 * Source: Board of Governors, K.8, “Holidays Observed by the Federal Reserve System 2026-2030”. In 2028 or 2029 the
 * service opens on Sundays and weekday holidays as well (90 FR 51356); banks need not, and a bank day stays one.
 */
export function listFedwireClosingDays(year: number): string[] | undefined {
  if (year < FROM) return undefined;
  return [
    observed(dateOf(year, 1, 1)),
    firstFrom(dateOf(year, 1, 15), MONDAY),
    firstFrom(dateOf(year, 2, 15), MONDAY),
    firstFrom(dateOf(year, 5, 25), MONDAY),
    observed(dateOf(year, 6, 19)),
    observed(dateOf(year, 7, 4)),
    firstFrom(dateOf(year, 9, 1), MONDAY),
    firstFrom(dateOf(year, 10, 8), MONDAY),
    observed(dateOf(year, 11, 11)),
    firstFrom(dateOf(year, 11, 22), THURSDAY),
    observed(dateOf(year, 12, 25)),
  ];
}

const observed = (date: string) => (weekdayOf(date) === SUNDAY ? addDays(date, 1) : date);
