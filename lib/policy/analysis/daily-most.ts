/**
 * Finds the most that one requester and one approver can move in 24 hours under a policy. Each rule that asks for one
 * approval is compared with the earlier ones: what a stricter one always takes over is cut out of it, and what one
 * takes over above a limit over time moves at most that limit. What amounts and warnings alone decide is no limit: the
 * sum can be split, and warnings can be avoided. Gives an upper bound, where it gives any.
 */
import { assetKey } from '@/lib/policy/conditions/assets';
import { compareAmounts, largestOf, multiplyAmount } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import { evaluateRule } from '@/lib/policy/policy';
import {
  commonRegion,
  countValues,
  decidedRegion,
  listedValues,
  meetRegions,
  type Region,
  regionOf,
  subtract,
  withAssets,
} from '@/lib/policy/analysis/reach';
import type { PolicyRule } from '@/lib/policy/rules';
import { type LimitScope, type TimeLimit } from '@/lib/policy/time-limits';
import { joinList } from '@/lib/text/join-list';

/** What one requester and one approver can move: up to these sums, anything under these rules, or not analysed. */
export type DailyMost =
  | { kind: 'limited'; sums: readonly string[] }
  | { kind: 'unlimited'; ruleNumbers: readonly number[] }
  | { kind: 'not-analysed' };

/** Withdrawals that take one approval, and the indexes of the rules whose limits over time they all keep. */
interface Part {
  region: Region;
  limitedBy: readonly number[];
}

// Values that are compared. Beyond it a policy is not analysed: readers wait for the page.
const MAX_COMPARED = 100_000;
// More assets under a limit of a number of requests count as not limited.
const MAX_CAPPED = 50;
const DAY_HOURS = 24;

/** Finds the most that one requester and one approver can move in any 24 hours. */
export function findDailyMost(rules: readonly PolicyRule[]): DailyMost {
  const limited: { region: Region; rule: PolicyRule }[] = [];
  const unlimited: number[] = [];
  let compared = 0;
  for (const [index, rule] of rules.entries()) {
    if (!takesOne(rule)) continue;
    let parts: Part[] = [{ region: regionOf(rule.when), limitedBy: [] }];
    for (const [number, earlier] of rules.slice(0, index).entries()) {
      // What an earlier rule with one approval decides is a part of that rule.
      const isOne = takesOne(earlier);
      const taken = isOne ? decidedRegion(earlier, rule.when) : commonRegion(earlier, rule.when);
      if (!taken) continue;
      compared += parts.reduce((sum, { region }) => sum + 100 + countValues(region) + countValues(taken), 0);
      if (compared > MAX_COMPARED) return { kind: 'not-analysed' };
      const overTime = isOne ? undefined : earlier.when.overTime;
      parts = parts.flatMap((part) => keepParts(part, taken, overTime && { overTime, number }));
    }
    for (const { region, limitedBy } of parts) {
      const by = chooseLimit(rules, { region, limitedBy, index });
      if (by) limited.push({ region, rule: by });
      else if (!unlimited.includes(index + 1)) unlimited.push(index + 1);
    }
  }
  if (unlimited.length > 0) return { kind: 'unlimited', ruleNumbers: unlimited };
  return { kind: 'limited', sums: describeSums(limited) };
}

/** Describes the most that one requester and one approver can move, as a sentence; `isWarning` where it is any sum. */
export function describeDailyMost(rules: readonly PolicyRule[]): { text: string; isWarning: boolean } {
  const most = findDailyMost(rules);
  return { text: describeMost(most), isWarning: most.kind !== 'limited' };
}

function describeMost(most: DailyMost): string {
  const subject = 'The most that one requester and one approver can move in 24 hours';
  if (most.kind === 'not-analysed') return `${subject} is not analysed: the policy has too many conditions.`;
  if (most.kind === 'unlimited') return `${subject} is any sum, by ${describeRules(most.ruleNumbers)}.`;
  return most.sums.length === 0
    ? `${subject} is nothing: every withdrawal takes more approvals, or is refused.`
    : `${subject} is ${joinList(most.sums)}.`;
}

/** Warns, as a sentence, about a policy under which one approval can move any sum in a day; empty for another one. */
export function warnAboutDailyMost(rules: readonly PolicyRule[]): string[] {
  const most = findDailyMost(rules);
  if (most.kind === 'limited') return [];
  if (most.kind === 'not-analysed') return [describeMost(most)];
  return [
    `One requester and one approver can move any sum in 24 hours, by ${describeRules(most.ruleNumbers)}: no limit over ` +
      'time counts all of it. Place a rule before it that asks for two approvals over a limit in USD in 24 hours.',
  ];
}

const describeRules = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? 'rule' : 'rules'} ${joinList(numbers.map(String))}`;

function takesOne(rule: PolicyRule): boolean {
  const asked = evaluateRule(rule, 0);
  return asked !== 'wait' && asked.kind === 'approve' && asked.count === 1;
}

/**
 * Keeps what an earlier rule leaves of a part, and notes its limit over time, which the rest of the part then keeps.
 */
function keepParts(part: Part, taken: Region, limit: { overTime: TimeLimit; number: number } | undefined): Part[] {
  const shared = meetRegions(part.region, taken);
  if (!shared) return [part];
  const left = subtract(part.region, taken).map((region) => ({ ...part, region }));
  // An asset without a limit is over it.
  const limited = limit && withLimitedAssets(shared, limit.overTime);
  return limited ? [...left, { region: limited, limitedBy: [...part.limitedBy, limit.number] }] : left;
}

function withLimitedAssets(region: Region, { limit }: TimeLimit): Region | undefined {
  return limit.kind === 'sum' ? withAssets(region, listCapitals(limit.limits)) : region;
}

const listCapitals = (limits: Record<string, string>) =>
  Object.keys(limits).filter((asset) => asset === asset.toUpperCase());

/** Chooses the rule whose limit over time says most about a part: one in USD for all of it, if there is one. */
function chooseLimit(
  rules: readonly PolicyRule[],
  { region, limitedBy, index }: Part & { index: number },
): PolicyRule | undefined {
  const limiting = limitedBy.flatMap((number): LimitingRule[] => {
    const rule = rules[number];
    const { overTime } = rule?.when ?? {};
    if (!rule || !overTime) return [];
    const isCounted = overTime.limit.kind !== 'count' || isCapped(rules.slice(0, index), region);
    // Recipients can be as many as people like.
    const isApart = overTime.by.includes('recipient') && listedValues(region, 'recipients') === undefined;
    return isCounted && !isApart ? [{ rule, overTime }] : [];
  });
  const [first] = limiting.toSorted((one, other) => compareLimits(one.overTime, other.overTime));
  return first?.rule;
}

interface LimitingRule {
  rule: PolicyRule;
  overTime: TimeLimit;
}

function compareLimits(one: TimeLimit, other: TimeLimit): number {
  const [mine, theirs] = [countsAll(one), countsAll(other)];
  if (mine !== undefined && theirs !== undefined) return compareAmounts(mine, theirs);
  return Number(mine === undefined) - Number(theirs === undefined);
}

/** Gives what a limit in USD allows one requester in 24 hours; undefined for one that is not in USD or has parts. */
function countsAll({ by, limit, window }: TimeLimit): string | undefined {
  if (limit.kind !== 'value' || by.some((scope) => scope !== 'requester')) return undefined;
  return multiplyAmount(limit.limit, countWindows(window));
}

/** Tells whether each withdrawal of a region takes more approvals from some amount of its asset on. */
function isCapped(earlier: readonly PolicyRule[], region: Region): boolean {
  const assets = listedValues(region, 'assets');
  if (!assets || assets.size > MAX_CAPPED) return false;
  return [...assets].every((asset) =>
    earlier.some(({ when, then }) => {
      if (then.kind === 'wait' || takesOne({ name: '', when, then }) || when.overTime || when.signals) return false;
      const isNamed = listCapitals(when.atLeast ?? {}).some((named) => assetKey(named) === asset);
      const own = withAssets(region, [asset]);
      return isNamed && own !== undefined && subtract(own, regionOf(when)).length === 0;
    }),
  );
}

/** Counts the windows of a limit that 24 hours can touch: a day of the calendar ends somewhere among them. */
function countWindows(window: TimeLimit['window']): number {
  return window.kind === 'hours' ? Math.ceil(DAY_HOURS / window.hours) : 2;
}

function describeSums(limited: readonly { region: Region; rule: PolicyRule }[]): string[] {
  const all: string[] = [];
  const regionsBy = new Map<TimeLimit, Region[]>();
  for (const { region, rule } of limited) {
    const { overTime } = rule.when;
    if (!overTime) continue;
    const total = countsAll(overTime);
    // Limits that count everything count each other's: together they allow the largest.
    if (total === undefined) regionsBy.set(overTime, [...(regionsBy.get(overTime) ?? []), region]);
    else all.push(total);
  }
  const others = [...regionsBy].map(([overTime, regions]) => describeLimit(overTime, regions));
  return [...(all.length === 0 ? [] : [`${groupDigits(largestOf(all))} USD`]), ...others];
}

const CONDITIONS = {
  profile: 'profiles',
  recipient: 'recipients',
  asset: 'assets',
  network: 'networks',
} as const satisfies Record<Exclude<LimitScope, 'requester'>, string>;

/** Describes what a limit allows in 24 hours, in the parts in which it counts. */
function describeLimit({ by, limit, window }: TimeLimit, regions: readonly Region[]): string {
  const counted = by
    .filter((scope) => scope !== 'requester')
    .filter((scope) => scope !== 'asset' || limit.kind !== 'sum');
  const each = counted.filter((scope) => listTogether(regions, scope) === undefined);
  const times = counted.reduce(
    (product, scope) => product * (listTogether(regions, scope)?.size ?? 1),
    countWindows(window),
  );
  const apart = each.length === 0 ? '' : ` for each ${joinList(each)}`;
  if (limit.kind === 'value') return `${groupDigits(multiplyAmount(limit.limit, times))} USD${apart}`;
  if (limit.kind === 'count')
    return `${groupDigits(multiplyAmount(String(limit.limit), times))} withdrawals of small amounts${apart}`;
  const assets = listTogether(regions, 'asset');
  const sums = Object.entries(limit.limits)
    .filter(([asset]) => assets?.has(assetKey(asset)))
    .map(([asset, most]) => `${groupDigits(multiplyAmount(most, times))} ${asset}`);
  return `${joinList(sums)}${apart}`;
}

/** Lists the values that regions are limited to together; undefined where one of them is not limited. */
function listTogether(regions: readonly Region[], scope: keyof typeof CONDITIONS): ReadonlySet<string> | undefined {
  const lists = regions.map((region) => listedValues(region, CONDITIONS[scope]));
  if (!lists.every((list) => list !== undefined)) return undefined;
  return new Set(lists.flatMap((list) => [...list]));
}
