import { z } from 'zod';
import { type Adjustment, bankDaysSchema, planBankDays } from '@/lib/standing-orders/bank-days';
import { type BankCalendar, findCalendar } from '@/lib/standing-orders/calendars/calendar';
import {
  FREQUENCIES,
  isDate,
  listDates,
  listDays,
  MAX_DATES,
  type Schedule,
  settleSchedule,
} from '@/lib/standing-orders/schedule';
import { storableText } from '@/lib/text/storable-text';
import { addDays } from '@/lib/time/first-moment';
import { dayIn, isTimeZone } from '@/lib/time/time-zone';

const MAX_TITLE = 60;
export const MAX_REASON = 500;
const MAX_DAYS = 5 * 366;

const dateSchema = (message: string) => z.string().refine(isDate, message);

/** Schema of what a person enters of a planned payment, as it is stored. */
export const orderFieldsSchema = z.strictObject({
  title: storableText()
    .trim()
    .min(1, 'Enter a title.')
    .max(MAX_TITLE, `Enter a title of at most ${MAX_TITLE} characters.`),
  firstDate: dateSchema('Enter the first date.'),
  every: z.enum(FREQUENCIES),
  timeZone: z.string().max(64).refine(isTimeZone, 'Enter a time zone, such as Europe/Lisbon.'),
  lastDate: dateSchema('Enter the last date.'),
  maxCount: z
    .int('Enter how many times at most.')
    .min(1, 'Enter at least 1 time.')
    .max(MAX_DATES, `Enter at most ${MAX_DATES} times.`),
  /** As the form showed them; absent where any day will do. */
  bankDays: bankDaysSchema.optional(),
  reason: storableText().trim().min(1, 'Enter a reason.').max(MAX_REASON, `Enter at most ${MAX_REASON} characters.`),
});
export type OrderFields = z.infer<typeof orderFieldsSchema>;

/** The fields as the form has them: the number of times is a text, and bank days follow from what is chosen. */
export type OrderForm = Omit<OrderFields, 'maxCount' | 'bankDays'> & {
  maxCount: string;
  /** Name of the calendar; empty where any day will do. */
  calendar: string;
  adjust: Adjustment;
};

/** Creates the schema of the form, for a moment and the calendars that it offers. */
export function createOrderFormSchema(
  now: Date,
  calendars: readonly BankCalendar[],
): z.ZodType<OrderFields, OrderForm> {
  return z
    .custom<OrderForm>()
    .transform((form) => settle(form, calendars))
    .pipe(orderFieldsSchema.superRefine((fields, context) => addIssues(fields, now, context), { when: () => true }));
}

/** Reads the schedule of a form, whatever else is missing; undefined where it is not complete. */
export function readSchedule(form: OrderForm, calendars: readonly BankCalendar[]): Schedule | undefined {
  return scheduleSchema.safeParse(settle(form, calendars)).data;
}

const scheduleSchema = orderFieldsSchema
  .pick({ firstDate: true, every: true, lastDate: true, maxCount: true, bankDays: true })
  .strip();

function settle({ calendar, adjust, ...form }: OrderForm, calendars: readonly BankCalendar[]) {
  // What is not on the screen is not sent either: nobody could correct it.
  const fields = settleSchedule({ ...form, maxCount: readCount(form.maxCount) });
  const chosen = findCalendar(calendars, calendar);
  const { data: schedule } = scheduleSchema.safeParse(fields);
  return chosen && schedule ? { ...fields, bankDays: planBankDays(listDates(schedule), adjust, chosen) } : fields;
}

const readCount = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

function addIssues(fields: OrderFields, now: Date, context: z.RefinementCtx): void {
  for (const { field, message } of listScheduleIssues(fields, now))
    context.addIssue({ code: 'custom', path: [field], message });
}

interface ScheduleIssue {
  field: 'firstDate' | 'lastDate';
  message: string;
}

/** Lists what is wrong with the dates of a schedule at a moment; nothing about a date or a time zone that is none. */
export function listScheduleIssues(schedule: Schedule & { timeZone: string }, now: Date): ScheduleIssue[] {
  const { firstDate, lastDate, timeZone } = schedule;
  if (!isDate(firstDate)) return [];
  const today = isTimeZone(timeZone) ? dayIn(timeZone, now) : '';
  const isReversed = isDate(lastDate) && lastDate < firstDate;
  const isLate = isDate(lastDate) && lastDate > addDays(firstDate, MAX_DAYS);
  const first = explainFirstDate(schedule, today);
  return [
    ...(first === undefined ? [] : [{ field: 'firstDate' as const, message: first }]),
    ...(isReversed ? [{ field: 'lastDate' as const, message: 'The last date is before the first date.' }] : []),
    ...(isLate ? [{ field: 'lastDate' as const, message: 'Enter a last date within five years.' }] : []),
  ];
}

function explainFirstDate(schedule: Schedule, today: string): string | undefined {
  if (schedule.firstDate < today) return 'The first date is over. Enter today or a later date.';
  if (!schedule.bankDays) return undefined;
  const requested = listDays(schedule).filter(({ skipped }) => skipped === undefined);
  const [first] = requested;
  if (!first)
    return `Every date would be skipped. Choose other dates, or another calendar than ${schedule.bankDays.calendar}.`;
  return first.day < today ? `The first date moves to ${first.day}, which is over. Enter a later date.` : undefined;
}
