import { addDays } from '@/lib/time/first-moment';
import { weekdayOf } from '@/lib/standing-orders/calendars/calendar';

/** Writes a date by its numbers, months counting from 1. */
export function dateOf(year: number, month: number, day: number): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Gives the first date from one on that is a weekday (a place in `WEEKDAYS`). */
export function firstFrom(date: string, weekday: number): string {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7);
}

/** Gives Easter Sunday of a year in the Gregorian calendar (J.-M. Oudin 1940, in Explanatory Supplement, 1992). */
export function easterOf(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - 17) / 25);
  let epact = (century - Math.floor(century / 4) - Math.floor((century - correction) / 3) + 19 * golden + 15) % 30;
  epact -= Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + epact + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(dateOf(year, 3, 28), epact - weekday);
}
