import { z } from 'zod';
import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { amountSchema } from '@/lib/money/amount-schema';
import { boundsOfDay, dayIn, isTimeZone } from '@/lib/time/time-zone';
import { addDays } from '@/lib/time/first-moment';

/** What a limit over time counts apart from each other: one requester, one profile, and so on. */
export const LIMIT_SCOPES = ['requester', 'profile', 'recipient', 'asset', 'network'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

export const CALENDAR_UNITS = ['day', 'week', 'month'] as const;
export const MAX_WINDOW_HOURS = 720;
export const MAX_COUNT_LIMIT = 1_000_000;
/** The currency of `notional_value` (docs/specification/service-interface.md). */
export const REFERENCE_CURRENCY = 'USD';

const hours = z
  .number('Enter a whole number of hours.')
  .int('Enter a whole number of hours.')
  .min(1, 'Enter at least 1 hour.')
  .max(MAX_WINDOW_HOURS, `Enter at most ${MAX_WINDOW_HOURS} hours, which is 30 days.`);
const times = z
  .number('Enter a whole number of requests.')
  .int('Enter a whole number of requests.')
  .min(1, 'Enter at least 1 request.')
  .max(MAX_COUNT_LIMIT, `Enter at most ${MAX_COUNT_LIMIT} requests.`);

/**
 * Makes the schema of a limit over time. `zone` differs: a stored policy stays readable on a machine that does not know
 * its time zone, where the limit then counts as exceeded.
 */
function limitSchema(zone: z.ZodType<string>) {
  return z.strictObject({
    window: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('hours'), hours }),
      z.strictObject({ kind: z.literal('calendar'), unit: z.enum(CALENDAR_UNITS), zone }),
    ]),
    /** Empty: everything counts together. */
    by: z
      .array(z.enum(LIMIT_SCOPES))
      .max(LIMIT_SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each only once.'),
    limit: z.discriminatedUnion('kind', [
      /** Sum in units of an asset, by asset. An asset without a limit here is always over it. */
      z.strictObject({
        kind: z.literal('sum'),
        limits: z
          .record(z.string().min(1).max(20), amountSchema)
          .refine((limits) => Object.keys(limits).length > 0, 'Enter at least one limit.'),
      }),
      /** Sum of all assets in the reference currency. */
      z.strictObject({ kind: z.literal('value'), currency: z.literal(REFERENCE_CURRENCY), limit: amountSchema }),
      z.strictObject({ kind: z.literal('count'), limit: times }),
    ]),
  });
}

export const timeLimitSchema = limitSchema(z.string().max(60).refine(isTimeZone, 'This is not a known time zone.'));
export const storedTimeLimitSchema = limitSchema(z.string());
export type TimeLimit = z.infer<typeof timeLimitSchema>;

/** What counts against a limit over time, as it was when a withdrawal was saved or claimed. */
export interface TimeUsage {
  /** The limit without its numbers (`measureOf`): limits that differ only in these share one usage. */
  measure: string;
  /**
   * What counted before this withdrawal, and what counts with it: units of the asset, USD or requests; null if unknown.
   */
  before: Amount | null;
  after: Amount | null;
  /** The reason why `after` is unknown, as a clause. */
  unknown?: string;
  /** True where a price is all that is missing. Never stored: it matters only at the claim. */
  lacksPrice?: true;
  /**
   * The price between units of the asset and USD. `at`: the time of the last transfer behind it (ISO 8601), which
   * changes by itself; only requests from before it was left out have it stored.
   */
  price?: { usd: Amount; at?: string | undefined };
}

/** Names what a limit measures: its window, its scopes and its kind. */
export function measureOf({ window, by, limit }: TimeLimit): string {
  const span = window.kind === 'hours' ? `${window.hours}h` : `${window.unit} ${window.zone}`;
  return [limit.kind, span, ...LIMIT_SCOPES.filter((scope) => by.includes(scope))].join(' | ');
}

/**
 * Gives the start of a window that ends at a moment; `until` is the end of a calendar window. Undefined where this
 * machine does not know the time zone. Weeks begin on Monday. Calendar windows follow changes of the clocks.
 */
export function windowAt(window: TimeLimit['window'], moment: Date): { from: Date; until?: Date } | undefined {
  if (window.kind === 'hours') return { from: new Date(moment.getTime() - window.hours * 3_600_000) };
  if (!isTimeZone(window.zone)) return undefined;
  const { zone, unit } = window;
  const [first, next] = calendarDays(unit, dayIn(zone, moment));
  return { from: boundsOfDay(zone, first).from, until: boundsOfDay(zone, next).from };
}

/** Gives the first day of the day, week or month that holds a day, and the first day after it. */
function calendarDays(unit: (typeof CALENDAR_UNITS)[number], day: string): [first: string, next: string] {
  if (unit === 'day') return [day, addDays(day, 1)];
  if (unit === 'week') {
    const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    return [monday, addDays(monday, 7)];
  }
  const first = `${day.slice(0, -2)}01`;
  // No month has more than 31 days, and day 32 after the first lies in the next one.
  return [first, `${addDays(first, 31).slice(0, -2)}01`];
}

type CalendarWindow = Extract<TimeLimit['window'], { kind: 'calendar' }>;

// The longest month, in which the clocks may be set back.
const MAX_CALENDAR_WAIT_MS = 32 * 24 * 3_600_000;

/**
 * Gives the starts of the calendar windows after a moment, the next one first, as long as a withdrawal may wait for
 * one.
 */
export function* nextStarts(window: CalendarWindow, moment: Date): Generator<Date> {
  for (let next = windowAt(window, moment)?.until; next; next = windowAt(window, next)?.until) {
    if (next.getTime() - moment.getTime() > MAX_CALENDAR_WAIT_MS) return;
    yield next;
  }
}

/** Gives the limit that applies to an asset; undefined where there is none. */
export function limitFor({ limit }: TimeLimit, asset: string): Amount | undefined {
  if (limit.kind === 'sum') return Object.hasOwn(limit.limits, asset) ? limit.limits[asset] : undefined;
  return String(limit.limit);
}

/** Finds what counts against a limit; undefined where it was not measured. */
export function usageOf(limit: TimeLimit, usages: readonly TimeUsage[] = []): TimeUsage | undefined {
  const measure = measureOf(limit);
  return usages.find((usage) => usage.measure === measure);
}

/** Gives usages with nothing in place of what is unknown: what exceeds a limit even so exceeds it in any case. */
export function withoutUnknown(usages: readonly TimeUsage[] = []): TimeUsage[] {
  return usages.map(({ unknown: _unknown, ...usage }) =>
    usage.after === null ? { ...usage, before: '0', after: '0' } : usage,
  );
}

/** Tells whether what is unknown of a use becomes known by itself: a copy is completed, but a price may never come. */
export function isUnknownForNow({ after, lacksPrice }: TimeUsage): boolean {
  return after === null && !lacksPrice;
}

/** Gives a use as it is stored with a request and signed. */
export function toStoredUsage({ lacksPrice: _lacksPrice, ...usage }: TimeUsage): TimeUsage {
  return usage;
}

/** Tells whether a withdrawal exceeds a limit. What is unknown, not measured or without a limit exceeds it. */
export function isOverLimit(limit: TimeLimit, asset: string, usages: readonly TimeUsage[] | undefined): boolean {
  const after = usageOf(limit, usages)?.after ?? null;
  const most = limitFor(limit, asset);
  return after === null || most === undefined || compareAmounts(after, most) > 0;
}
