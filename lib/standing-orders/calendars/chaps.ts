import { addDays } from '@/lib/time/first-moment';
import { weekdayOf } from '@/lib/standing-orders/calendars/calendar';
import { dateOf, easterOf, firstFrom } from '@/lib/standing-orders/calendars/rule-dates';

const FROM = 2024;
const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6];

/**
 * Lists the closing days of CHAPS besides weekends: the bank holidays of England and Wales, with their substitute days.
 * Undefined before 2024: 2020, 2022 and 2023 had days by proclamation. Another proclamation reaches the console as a
 * new version, or as a calendar of the operator's own.
 *
 * Source: Bank of England, CHAPS operating days; Banking and Financial Dealings Act 1971 with its schedule 1, and the
 * yearly proclamations, as gov.uk/bank-holidays lists them.
 */
export function listChapsClosingDays(year: number): string[] | undefined {
  if (year < FROM) return undefined;
  const easter = easterOf(year);
  const christmas = firstMondayToFriday(dateOf(year, 12, 25));
  return [
    firstMondayToFriday(dateOf(year, 1, 1)),
    addDays(easter, -2),
    addDays(easter, 1),
    firstFrom(dateOf(year, 5, 1), MONDAY),
    firstFrom(dateOf(year, 5, 25), MONDAY),
    firstFrom(dateOf(year, 8, 25), MONDAY),
    christmas,
    firstMondayToFriday(addDays(christmas, 1)),
  ];
}

const firstMondayToFriday = (date: string) =>
  [SATURDAY, SUNDAY].includes(weekdayOf(date)) ? firstFrom(date, MONDAY) : date;
