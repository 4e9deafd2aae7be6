/** A calendar of bank days: the days on which a payment system, or the banks of a country, settle payments. */
export interface BankCalendar {
  /** As it is stored and signed, such as “T2”. */
  name: string;
  /** Weekdays that are never bank days, by their place in `WEEKDAYS`. */
  weekend: readonly number[];
  /** Lists closing days, those of a year among them; undefined for a year that the calendar does not know. */
  listClosingDays: (year: number) => readonly string[] | undefined;
}

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const SATURDAY_AND_SUNDAY = [6, 0] as const;

/** Gives the weekday of a date (2026-12-31) as its place in `WEEKDAYS`. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Tells whether a date is a bank day; undefined where the calendar does not know its year. */
export function isBankDay({ weekend, listClosingDays }: BankCalendar, date: string): boolean | undefined {
  const closed = listClosingDays(Number(date.slice(0, 4)));
  return closed && !weekend.includes(weekdayOf(date)) && !closed.includes(date);
}

/** Finds a calendar by its name; undefined where none has it. */
export function findCalendar<Calendar extends BankCalendar>(
  calendars: readonly Calendar[],
  name: string,
): Calendar | undefined {
  return calendars.find((calendar) => calendar.name === name);
}
