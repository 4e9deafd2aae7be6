// The zones of the world begin a day between 12 hours before midnight in UTC and 14 hours after it; local mean times of
// the past go up to 16 hours.
const REACH_MS = 17 * 3_600_000;
const SECOND_MS = 1000;

/**
 * Gives the first moment of a day (2026-11-21) in the zone whose days `dayAt` gives: midnight, or the time to which the
 * clocks go forward at midnight. A day that a zone left out begins with the next one.
 */
export function firstMomentOf(day: string, dayAt: (moment: Date) => string): Date {
  const midnight = midnightOf(day).getTime();
  let before = midnight - REACH_MS;
  let first = midnight + REACH_MS;
  while (first - before > SECOND_MS) {
    const middle = before + Math.floor((first - before) / 2 / SECOND_MS) * SECOND_MS;
    if (toSortable(dayAt(new Date(middle))) < toSortable(day)) before = middle;
    else first = middle;
  }
  return new Date(first);
}

/** Gives the day so many days after another (2026-11-21), by the calendar. */
export function addDays(day: string, days: number): string {
  const date = midnightOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  const [year, month, number] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].map(String);
  return `${year?.padStart(4, '0')}-${month?.padStart(2, '0')}-${number?.padStart(2, '0')}`;
}

// Date.parse and Date.UTC read neither years below 100 nor years of five digits as they are written.
function midnightOf(day: string): Date {
  const [year = Number.NaN, month = Number.NaN, number = Number.NaN] = day.split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, number);
  return date;
}

const toSortable = (day: string) => day.padStart(12, '0');
