import { fail, ok, type Result } from '@/lib/result';
import { SATURDAY_AND_SUNDAY, WEEKDAYS } from '@/lib/standing-orders/calendars/calendar';
import { type OfferedCalendar, RULE_CALENDARS } from '@/lib/standing-orders/calendars/rules';
import { isDate } from '@/lib/standing-orders/schedule';

/** A calendar that the operator gives as a file, as plain data. */
export interface CalendarFile {
  name: string;
  weekend: number[];
  /** The closing days, in order. */
  closed: string[];
}

const MAX_DATES = 2000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/;

/**
 * Reads a calendar file: a closing day (2026-12-31) in each line, and at most one line such as “weekend Friday
 * Saturday”, without which Saturdays and Sundays are closed. What follows a # is a comment. A year is known where the
 * file has a day of it. A last year that ends in January is a fault: lists of
 * a year often name the next New Year's Day. Fails with every fault, and repeats nothing of the file.
 */
export function readCalendarFile(name: string, text: string): Result<CalendarFile, string[]> {
  const closed: string[] = [];
  const faults: string[] = [];
  let weekend: number[] | undefined;
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = (whole.split('#')[0] ?? '').trim();
    const complain = (what: string) => faults.push(`line ${index + 1} ${what}`);
    if (line === '') continue;
    if (/^weekend\s/.test(line)) {
      if (weekend) complain('names the weekend a second time');
      weekend = readWeekdays(line);
      if (weekend.length === 0 || weekend.length > 6 || weekend.includes(-1))
        complain('names no weekdays, such as “weekend Friday Saturday”');
    } else if (!isDate(line)) complain('is no date such as 2026-12-31');
    else if (closed.includes(line)) complain(`has ${line} a second time`);
    else closed.push(line);
  }
  closed.sort();
  if (!NAME.test(name)) faults.push('the file has a name with other characters than letters, digits, blanks, _ and -');
  if (RULE_CALENDARS.some((rule) => rule.name.toLowerCase() === name.toLowerCase()))
    faults.push('the file has the name of a calendar that the console has by rule');
  if (closed.length > MAX_DATES) faults.push(`it has more than ${MAX_DATES} dates`);
  if (closed.length === 0) faults.push('it has no date');
  const last = closed.at(-1) ?? '';
  if (last.slice(5, 7) === '01') faults.push(`it has no date of ${last.slice(0, 4)} after January`);
  const missing = findMissingYear(closed);
  if (missing !== undefined) faults.push(`it has no date of ${missing}, and has dates of a later year`);
  return faults.length > 0 ? fail(faults) : ok({ name, weekend: weekend ?? [...SATURDAY_AND_SUNDAY], closed });
}

/** Makes a calendar of what a file says. */
export function toCalendar({ name, weekend, closed }: CalendarFile): OfferedCalendar {
  const known = new Set(closed.map(yearOf));
  const listClosingDays = (year: number) => (known.has(year) ? closed : undefined);
  return { name, label: `${name} (to ${[...known].at(-1)})`, weekend, listClosingDays };
}

/** Lists the calendars that a person chooses from: those by rule, then those of the operator. */
export function offerCalendars(files: readonly CalendarFile[]): OfferedCalendar[] {
  return [...RULE_CALENDARS, ...files.map(toCalendar)];
}

const yearOf = (date: string) => Number(date.slice(0, 4));

function readWeekdays(line: string): number[] {
  const names: readonly string[] = WEEKDAYS.map((name) => name.toLowerCase());
  const [, ...given] = line.toLowerCase().split(/[\s,]+/);
  return given.map((name) => names.indexOf(name));
}

/** Finds the first year without a date that is followed by one with a date. */
function findMissingYear(closed: readonly string[]): number | undefined {
  const years = new Set(closed.map(yearOf));
  return [...years].map((year) => year + 1).find((year) => !years.has(year) && year < Math.max(...years));
}
