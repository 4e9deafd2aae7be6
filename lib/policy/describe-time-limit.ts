import { joinList } from '@/lib/text/join-list';
import { groupDigits } from '@/lib/money/format-amount';
import type { PolicyFacts, PolicyRule } from '@/lib/policy/policy';
import {
  isOverLimit,
  LIMIT_SCOPES,
  limitFor,
  REFERENCE_CURRENCY,
  type TimeLimit,
  type TimeUsage,
  usageOf,
} from '@/lib/policy/time-limits';

/** Describes when a limit over time is exceeded, as a clause: “if it takes the total of the requester over 10 BTC in 24 hours”. */
export function describeTimeLimit(overTime: TimeLimit): string {
  const { limit } = overTime;
  const counted = limit.kind === 'count' ? 'the number of requests' : 'the total';
  return `if it takes ${counted}${describeScopes(overTime, 'the')} over ${describeLimits(limit)} ${describeSpan(overTime)}`;
}

/** Explains why a limit over time counts as exceeded, as a clause. */
export function explainOverLimit(overTime: TimeLimit, { asset, overTime: usages }: PolicyFacts): string {
  const usage = usageOf(overTime, usages);
  const most = limitFor(overTime, asset);
  if (most === undefined) return `the rule has no limit over time for ${asset}, so every amount of it counts`;
  const limit = withUnit(overTime, most, asset);
  const place = `${describeSpan(overTime)}${describeScopes(overTime, 'this')}`;
  if (!usage || usage.after === null)
    return `whether the limit of ${limit} ${place} is kept is unknown, since ${usage?.unknown ?? 'it was not measured'}`;
  return (
    `${withUnit(overTime, usage.after, asset)} ${place}, this one included, is more than ${limit}` +
    describePrice(usage)
  );
}

/**
 * Describes how much of each limit over time a withdrawal uses: “1,240,000 of 1,500,000 USDC today after this one”.
 * `isCurrent`: the windows are those of this moment.
 */
export function describeLimitUses(
  limits: readonly TimeLimit[],
  { asset, overTime: usages }: Pick<PolicyFacts, 'asset' | 'overTime'>,
  { isCurrent }: { isCurrent: boolean },
): LimitUse[] {
  const lines = limits.map((overTime): LimitUse => {
    const usage = usageOf(overTime, usages);
    const most = limitFor(overTime, asset);
    const isOver = isOverLimit(overTime, asset, usages);
    const place = `${describeSpan(overTime, isCurrent ? 'this' : 'that')}${describeScopes(overTime, 'this')}`;
    if (most === undefined) return { isOver, text: `No limit for ${asset} ${place}: it counts as over every limit.` };
    const limit = withUnit(overTime, most, asset);
    if (!usage || usage.after === null)
      return { isOver, text: `Unknown use of ${limit} ${place}: ${usage?.unknown ?? 'it was not measured'}.` };
    return { isOver, text: `${groupDigits(usage.after)} of ${limit} ${place} after this one${describePrice(usage)}` };
  });
  return lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index);
}

/** The use of one limit over time, as a text, and whether this withdrawal exceeds it. */
export interface LimitUse {
  text: string;
  isOver: boolean;
}

/** Lists the limits over time of the rules. */
export function listTimeLimits(rules: readonly PolicyRule[]): TimeLimit[] {
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

function describeScopes({ by }: TimeLimit, determiner: 'the' | 'this'): string {
  const scopes = LIMIT_SCOPES.filter((scope) => by.includes(scope));
  return scopes.length === 0 ? '' : ` of ${joinList(scopes.map((scope) => `${determiner} ${scope}`))}`;
}

function describePrice({ price }: TimeUsage): string {
  if (price === undefined) return '';
  const age = price.at === undefined ? '' : `, a price of ${price.at.slice(0, 10)}`;
  return ` (at ${groupDigits(price.usd)} ${REFERENCE_CURRENCY}${age})`;
}
