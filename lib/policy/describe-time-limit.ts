import { joinList } from '@/lib/text/join-list';
import { compareAmounts } from '@/lib/money/amounts';
import { groupDigits, roundPrice } from '@/lib/money/format-amount';
import type { PolicyFacts } from '@/lib/policy/facts';
import {
  isOverLimit,
  LIMIT_SCOPES,
  limitFor,
  REFERENCE_CURRENCY,
  type TimeLimit,
  type TimeUsage,
  usageOf,
  windowAt,
} from '@/lib/policy/time-limits';
import { formatDate } from '@/lib/text/locale';
import { writeDay } from '@/lib/time/write-day';

/**
 * Describes when a limit over time is exceeded, as a clause: “if the total for the requester, this withdrawal included,
 * is more than 10 BTC in 24 hours”.
 */
export function describeTimeLimit(overTime: TimeLimit): string {
  const { limit } = overTime;
  const counted = limit.kind === 'count' ? 'the number of requests' : 'the total';
  const subject = `${counted}${describeScopes(overTime, 'the')}, this withdrawal included,`;
  return `if ${subject} is more than ${describeLimits(limit)} ${describeSpan(overTime)}`;
}

/** Explains why a limit over time counts as exceeded, as a clause. */
export function explainOverLimit(overTime: TimeLimit, { asset, overTime: usages }: PolicyFacts): string {
  const usage = usageOf(overTime, usages);
  const most = limitFor(overTime, asset);
  if (most === undefined) return `the rule has no limit over time for ${asset}, so every amount of it counts`;
  const limit = withUnit(overTime, most, asset);
  const place = `${describeSpan(overTime)}${describeScopes(overTime, 'this')}`;
  if (!usage || usage.after === null)
    return (
      `the use of the limit of ${limit} ${place} is unknown, which counts as over the limit, ` +
      `because ${usage?.unknown ?? NOT_MEASURED}`
    );
  return (
    `${withUnit(overTime, usage.after, asset)} ${COUNTED} ${place}, this one included, is more than ${limit}` +
    describePrice(usage, asset)
  );
}

const NOT_MEASURED = 'it was not measured';
// Requests that have left or still can, and outgoing transfers without a request.
const COUNTED = 'sent and waiting';

/** The time at which use was measured, for a withdrawal that does not wait, and the time of reading. */
export interface Measured {
  at: Date;
  now: Date;
}

/**
 * Describes how much of each limit over time a withdrawal uses: “1,240,000 of 1,500,000 USDC sent and waiting
 * today, this one included”, or “1,600,000 USDC sent and waiting today, this one included, is more than 1,500,000
 * USDC”. For one that waits, names the window in which it leaves.
 */
export function describeLimitUses(
  limits: readonly TimeLimit[],
  { asset, overTime: usages, wait }: Pick<PolicyFacts, 'asset' | 'overTime' | 'wait'>,
  measured: Measured,
): LimitUse[] {
  const then = wait ? ', when it leaves' : '';
  const lines = limits.map((overTime): LimitUse => {
    const usage = usageOf(overTime, usages);
    const most = limitFor(overTime, asset);
    const isOver = isOverLimit(overTime, asset, usages);
    const span = wait ? describeSpanAt(overTime, new Date(wait.until)) : describeMeasuredSpan(overTime, measured);
    const place = `${span}${describeScopes(overTime, 'this')}`;
    if (most === undefined) return { isOver, text: `No limit for ${asset} ${place}: it counts as over every limit.` };
    const limit = withUnit(overTime, most, asset);
    if (!usage || usage.after === null)
      return {
        isOver,
        text: `Unknown use of ${limit} ${place}${then}, which counts as over the limit: ${usage?.unknown ?? NOT_MEASURED}.`,
      };
    const included = `${COUNTED} ${place}, this one included${then}`;
    const text = isOver
      ? `${withUnit(overTime, usage.after, asset)} ${included}, is more than ${limit}`
      : `${groupDigits(usage.after)} of ${limit} ${included}`;
    return { isOver, text: `${text}${describePrice(usage, asset)}` };
  });
  return lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index);
}

/** The use of one limit over time, as a text, and whether this withdrawal exceeds it. */
export interface LimitUse {
  text: string;
  isOver: boolean;
}

/** Lists the limits over time of the rules. */
export function listTimeLimits(rules: readonly { when: { overTime?: TimeLimit | undefined } }[]): TimeLimit[] {
  return rules.flatMap(({ when: { overTime } }) => (overTime ? [overTime] : []));
}

function describeLimits(limit: TimeLimit['limit']): string {
  if (limit.kind === 'count') return `${limit.limit}`;
  if (limit.kind === 'value') return `${groupDigits(limit.limit)} ${limit.currency}`;
  const named = Object.entries(limit.limits).map(([asset, most]) => `${groupDigits(most)} ${asset}`);
  return `${joinList(named, 'or')} (any amount of an asset without a limit here)`;
}

function withUnit({ limit }: TimeLimit, amount: string, asset: string): string {
  if (limit.kind === 'count') return `${groupDigits(amount)} ${amount === '1' ? 'request' : 'requests'}`;
  return `${groupDigits(amount)} ${limit.kind === 'value' ? REFERENCE_CURRENCY : asset}`;
}

const SPANS = {
  a: { day: 'in a day', week: 'in a week', month: 'in a month' },
  this: { day: 'today', week: 'this week', month: 'this month' },
  that: { day: 'that day', week: 'that week', month: 'that month' },
} as const;

function describeSpan({ window }: TimeLimit, which: keyof typeof SPANS = 'a'): string {
  if (window.kind === 'calendar') return `${SPANS[which][window.unit]} (${window.zone})`;
  return window.hours === 1 ? 'in one hour' : `in ${window.hours} hours`;
}

function describeMeasuredSpan(overTime: TimeLimit, { at, now }: Measured): string {
  const [measured, current] = [at, now].map((moment) => windowAt(overTime.window, moment)?.from.getTime());
  return describeSpan(overTime, measured !== undefined && measured === current ? 'this' : 'that');
}

/** Names the window that holds a moment: “on 24 Nov (UTC)”. */
function describeSpanAt(overTime: TimeLimit, moment: Date): string {
  const { window } = overTime;
  const from = windowAt(window, moment)?.from;
  if (window.kind !== 'calendar' || !from) return describeSpan(overTime, 'that');
  const date = formatDate(from, { ...DATES[window.unit], timeZone: window.zone });
  return `${IN[window.unit]} ${date} (${window.zone})`;
}

const DATES = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
} as const;
const IN = { day: 'on', week: 'in the week of', month: 'in' } as const;

function describeScopes({ by }: TimeLimit, determiner: 'the' | 'this'): string {
  const scopes = LIMIT_SCOPES.filter((scope) => by.includes(scope));
  // Which profiles count is asked first of a sum without a part.
  if (scopes.length === 0) return determiner === 'this' ? ' for all profiles' : '';
  return ` for ${joinList(scopes.map((scope) => `${determiner} ${scope}`))}`;
}

function describePrice({ price }: TimeUsage, asset: string): string {
  // A unit worth one dollar: the amount is the value.
  if (price === undefined || price.usd === '1') return '';
  const age = price.at === undefined ? '' : `, a price of ${writeDay(price.at)}`;
  const rounded = roundPrice(price.usd);
  const about = compareAmounts(rounded, price.usd) === 0 ? '=' : '≈';
  return ` (1 ${asset} ${about} ${groupDigits(rounded)} ${REFERENCE_CURRENCY}${age})`;
}
