import { addDays } from '@/lib/time/first-moment';
import { dateOf, easterOf } from '@/lib/standing-orders/calendars/rule-dates';

const FROM = 2002;

/**
 * Lists the closing days of T2, the Eurosystem's settlement system, besides weekends; undefined before 2002, when each
 * year had days of its own. A closing day on a weekend is not made up for.
 *
 * Source: European Central Bank, “Long-term calendar for TARGET closing days”, 14 December 2000, from 2002 until
 * further notice.
 */
export function listT2ClosingDays(year: number): string[] | undefined {
  if (year < FROM) return undefined;
  const easter = easterOf(year);
  return [
    dateOf(year, 1, 1),
    addDays(easter, -2),
    addDays(easter, 1),
    dateOf(year, 5, 1),
    dateOf(year, 12, 25),
    dateOf(year, 12, 26),
  ];
}
