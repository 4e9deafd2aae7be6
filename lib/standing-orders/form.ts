import { z } from 'zod';
import { FREQUENCIES, isDate, MAX_DATES, type Schedule, settleSchedule } from '@/lib/standing-orders/schedule';
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
  reason: storableText().trim().min(1, 'Enter a reason.').max(MAX_REASON, `Enter at most ${MAX_REASON} characters.`),
});
export type OrderFields = z.infer<typeof orderFieldsSchema>;

/** The fields as the form has them: the number of times is a text. */
export type OrderForm = Omit<OrderFields, 'maxCount'> & { maxCount: string };

/** Creates the schema of the form, for a moment. */
export function createOrderFormSchema(now: Date): z.ZodType<OrderFields, OrderForm> {
  return z
    .custom<OrderForm>()
    .transform(settle)
    .pipe(orderFieldsSchema.superRefine((fields, context) => addIssues(fields, now, context), { when: () => true }));
}

/** Reads the schedule of a form, whatever else is missing; undefined where it is not complete. */
export function readSchedule(form: OrderForm): Schedule | undefined {
  return scheduleSchema.safeParse(settle(form)).data;
}

const scheduleSchema = orderFieldsSchema.pick({ firstDate: true, every: true, lastDate: true, maxCount: true }).strip();

// What is not on the screen is not sent either: nobody could correct it.
const settle = (form: OrderForm) => settleSchedule({ ...form, maxCount: readCount(form.maxCount) });

const readCount = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

function addIssues(fields: OrderFields, now: Date, context: z.RefinementCtx): void {
  for (const { field, message } of listScheduleIssues(fields, now))
    context.addIssue({ code: 'custom', path: [field], message });
}

/** Lists what is wrong with the dates of a schedule at a moment; nothing about a date or a time zone that is none. */
export function listScheduleIssues(
  { firstDate, lastDate, timeZone }: Schedule & { timeZone: string },
  now: Date,
): { field: 'firstDate' | 'lastDate'; message: string }[] {
  if (!isDate(firstDate)) return [];
  const isOver = isTimeZone(timeZone) && firstDate < dayIn(timeZone, now);
  const isReversed = isDate(lastDate) && lastDate < firstDate;
  const isLate = isDate(lastDate) && lastDate > addDays(firstDate, MAX_DAYS);
  return [
    ...(isOver
      ? [{ field: 'firstDate' as const, message: 'The first date is over. Enter today or a later date.' }]
      : []),
    ...(isReversed ? [{ field: 'lastDate' as const, message: 'The last date is before the first date.' }] : []),
    ...(isLate ? [{ field: 'lastDate' as const, message: 'Enter a last date within five years.' }] : []),
  ];
}
