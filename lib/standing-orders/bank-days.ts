import { z } from 'zod';
import { type BankCalendar, isBankDay, WEEKDAYS, weekdayOf } from '@/lib/standing-orders/calendars/calendar';
import { addDays } from '@/lib/time/first-moment';
import { writeDay } from '@/lib/time/write-day';

/** What becomes of a date that is no bank day, as stored and signed. */
export const ADJUSTMENTS = ['before', 'after', 'skip'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

const SKIP_REASONS = ['closed', 'unknown', 'same-day'] as const;
type SkipReason = (typeof SKIP_REASONS)[number];

// Longer than any closure of banks that was planned.
const MAX_DAYS_MOVED = 31;

const dateSchema = z.iso.date();
/**
 * Schema of the bank days of a planned payment, as they are stored and signed: with the calendar, what it said of each
 * date that it changes. So what was signed means the same later, whatever a calendar says by then.
 */
export const bankDaysSchema = z.strictObject({
  calendar: z.string().min(1).max(40),
  adjust: z.enum(ADJUSTMENTS),
  /** The bank day on which each moved date is requested. */
  moved: z.record(dateSchema, dateSchema),
  /** Dates on which nothing is requested, and why. */
  skipped: z.record(dateSchema, z.enum(SKIP_REASONS)),
});
export type BankDays = z.infer<typeof bankDaysSchema>;

/** A date of a plan, and the day on which it is requested, or on which it is recorded as skipped. */
export interface PlannedDay {
  date: string;
  day: string;
  /** Why nothing is requested; absent where it is. */
  skipped?: SkipReason;
}

/**
 * Finds the bank day of each date. A day has one payment: the second of two dates that fall on one day is skipped. A
 * date of which the calendar says nothing is skipped, as is one whose bank day it does not know. “After” goes on into
 * the next month.
 */
export function planBankDays(dates: readonly string[], adjust: Adjustment, calendar: BankCalendar): BankDays {
  const planned: BankDays = { calendar: calendar.name, adjust, moved: {}, skipped: {} };
  const taken = new Set<string>();
  for (const date of dates) {
    const found = findBankDay(date, adjust, calendar);
    if ('skipped' in found) planned.skipped[date] = found.skipped;
    else if (taken.has(found.day)) planned.skipped[date] = 'same-day';
    else if (found.day !== date) planned.moved[date] = found.day;
    if ('day' in found) taken.add(found.day);
  }
  return planned;
}

function findBankDay(
  date: string,
  adjust: Adjustment,
  calendar: BankCalendar,
): { day: string } | { skipped: SkipReason } {
  const most = adjust === 'skip' ? 0 : MAX_DAYS_MOVED;
  for (let away = 0; away <= most; away++) {
    const day = addDays(date, adjust === 'before' ? -away : away);
    const isOpen = isBankDay(calendar, day);
    if (isOpen === undefined) return { skipped: 'unknown' };
    if (isOpen) return { day };
  }
  return { skipped: 'closed' };
}

/** Gives the day of each date of a plan, as it was planned. Every date is its own day where no calendar is asked. */
export function toPlannedDays(dates: readonly string[], bankDays: BankDays | null | undefined): PlannedDay[] {
  return dates.map((date) => {
    const skipped = bankDays?.skipped[date];
    return { date, day: bankDays?.moved[date] ?? date, ...(skipped && { skipped }) };
  });
}

/**
 * Tells whether bank days could be those of a plan with these dates: nothing about other dates, each move in its
 * direction and not far, and no day twice. What the calendar said is not asked.
 */
export function areBankDaysOf(dates: readonly string[], { adjust, moved, skipped }: BankDays): boolean {
  const named = [...Object.keys(moved), ...Object.keys(skipped)];
  if (new Set(named).size < named.length || !named.every((name) => dates.includes(name))) return false;
  const paid = toPlannedDays(dates, { calendar: '', adjust, moved, skipped }).filter((one) => !one.skipped);
  if (new Set(paid.map(({ day }) => day)).size < paid.length) return false;
  return Object.entries(moved).every(([from, to]) => {
    if (adjust === 'before') return to < from && to >= addDays(from, -MAX_DAYS_MOVED);
    return adjust === 'after' && to > from && to <= addDays(from, MAX_DAYS_MOVED);
  });
}

const EFFECTS: Record<Adjustment, string> = {
  before: 'Any other date moves to the bank day before.',
  after: 'Any other date moves to the bank day after, also into the next month.',
  skip: 'Any other date is skipped.',
};

/** Describes bank days as sentences, such as “On bank days of T2. Any other date is skipped.” */
export function describeBankDays({ calendar, adjust }: Pick<BankDays, 'calendar' | 'adjust'>): string {
  return `On bank days of ${calendar}. ${EFFECTS[adjust]}`;
}

/** Explains why a date of a plan is skipped, in a short sentence. */
export function explainSkipped(reason: SkipReason, calendar: string): string {
  if (reason === 'closed') return `No bank day of ${calendar}.`;
  return reason === 'same-day' ? 'Its bank day has a payment already.' : `Beyond the calendar ${calendar}.`;
}

/** Writes a date with its weekday, such as “Sunday 31 Jan 2027”. */
export function withWeekday(date: string): string {
  return `${WEEKDAYS[weekdayOf(date)]} ${writeDay(date)}`;
}
