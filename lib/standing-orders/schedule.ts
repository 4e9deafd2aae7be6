import { type BankDays, describeBankDays, type PlannedDay, toPlannedDays } from '@/lib/standing-orders/bank-days';
import { addDays } from '@/lib/time/first-moment';
import { writeDay } from '@/lib/time/write-day';

/** How often a planned payment is requested, as stored. */
export const FREQUENCIES = ['once', 'week', 'month'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The most dates of a planned payment. */
export const MAX_DATES = 260;

/** The dates of a planned payment: calendar dates (2026-12-31), without a time. */
export interface Schedule {
  firstDate: string;
  every: Frequency;
  /** The last date, before any date moves to a bank day. */
  lastDate: string;
  /** The most dates. */
  maxCount: number;
  /** The days on which dates are requested; nothing where each is its own day. */
  bankDays?: BankDays | null | undefined;
}

/**
 * Lists the dates of a schedule in order. A month without the day of the first date has its last day instead: 31
 * January is followed by 28 February, then by 31 March.
 */
export function listDates({ firstDate, every, lastDate, maxCount }: Schedule): string[] {
  const dates: string[] = [];
  const most = every === 'once' ? 1 : maxCount;
  for (let index = 0; index < most; index++) {
    const date = every === 'month' ? addMonths(firstDate, index) : addDays(firstDate, 7 * index);
    if (date > lastDate) break;
    dates.push(date);
  }
  return dates;
}

/** Lists the dates of a schedule in order, each with the day on which it is requested or skipped. */
export function listDays(schedule: Schedule): PlannedDay[] {
  return toPlannedDays(listDates(schedule), schedule.bankDays);
}

/** Gives a schedule without the end and the count that one payment does not need: its only date is its last one. */
export function settleSchedule<Given extends Schedule>(schedule: Given): Given {
  return schedule.every === 'once' ? { ...schedule, lastDate: schedule.firstDate, maxCount: 1 } : schedule;
}

/**
 * Describes the dates of a schedule as a sentence, such as “Every month, 12 times, from 31 Jan 2027 to 31 Dec 2027.”:
 * of the last date and the most dates, what comes first ends it.
 */
export function describeSchedule(schedule: Schedule): string {
  const { every, bankDays } = schedule;
  const dates = describeDates(every, listDates(schedule));
  return bankDays ? `${dates} ${describeBankDays(bankDays)}` : dates;
}

function describeDates(every: Frequency, dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 'No date: the last one is before the first.';
  if (dates.length === 1) return `Once, on ${writeDay(first)}.`;
  return `Every ${every}, ${dates.length} times, from ${writeDay(first)} to ${writeDay(last)}.`;
}

/** Tells whether a text is a calendar date, such as 2028-02-29. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= '2000' && addDays(text, 0) === text;
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const index = year * 12 + month - 1 + months;
  const last = addDays(firstOf(index + 1), -1);
  const wanted = `${firstOf(index).slice(0, 8)}${String(day).padStart(2, '0')}`;
  return wanted > last ? last : wanted;
}

const firstOf = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
