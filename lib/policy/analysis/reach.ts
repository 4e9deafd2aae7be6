import { assetKey } from '@/lib/policy/conditions/assets';
import {
  comparisonsOf,
  CONDITION_NAMES,
  type ConditionName,
  impliesAll,
  type When,
} from '@/lib/policy/conditions/conditions';
import { evaluateRule, isStricter } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/policy/rules';

/** A set of values: those listed, or all but those. */
export interface Values {
  isListed: boolean;
  keys: ReadonlySet<string>;
}
/** The withdrawals with these values in each listing condition. */
export type Region = readonly Values[];

const EVERY: Values = { isListed: false, keys: new Set() };
const ASSETS = CONDITION_NAMES.indexOf('assets');
// Beyond it a rule counts as reachable.
const MAX_REGIONS = 1_000;

/** A rule that never applies, since earlier ones decide all that it is about. Numbers count from 1. */
export interface UnreachableRule {
  number: number;
  coveredBy: number[];
  /** True where it asks for more than the rules that cover it. */
  asksForMore: boolean;
}

/** Finds the rules that never apply. Requests name assets in capitals, so a limit in other letters decides nothing. */
export function findUnreachable(rules: readonly PolicyRule[]): UnreachableRule[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index);
    const coveredBy = findCover(rule, earlier);
    if (coveredBy.length === 0) return [];
    const own = evaluateRule(rule, index + 1);
    const asksForMore = coveredBy.every((number) => {
      const other = evaluateRule(rules[number - 1] ?? rule, number);
      return own === 'wait' || (other !== 'wait' && isStricter(own, other));
    });
    return [{ number: index + 1, coveredBy, asksForMore }];
  });
}

/** Finds earlier rules that decide all that a rule is about: a single one if there is one. Empty where none do. */
function findCover(rule: PolicyRule, earlier: readonly PolicyRule[]): number[] {
  let open = [regionOf(rule.when)];
  const needed: number[] = [];
  for (const [index, other] of earlier.entries()) {
    const cover = decidedRegion(other, rule.when);
    if (cover === undefined) continue;
    if (subtract(regionOf(rule.when), cover).length === 0) return [index + 1];
    if (!open.some((region) => meets(region, cover))) continue;
    needed.push(index + 1);
    open = open.flatMap((region) => subtract(region, cover));
    if (open.length > MAX_REGIONS) return [];
  }
  return open.length === 0 ? needed : [];
}

/** Gives the withdrawals that the listing conditions of a rule allow. */
export function regionOf(when: When): Region {
  const known = knownRegions.get(when);
  if (known) return known;
  const region = comparisonsOf(when, (comparison, named): Values => {
    if (named === undefined || !('list' in comparison)) return EVERY;
    return { isListed: true, keys: new Set(comparison.list(named)) };
  });
  knownRegions.set(when, region);
  return region;
}

// Each rule is compared with all others, and to write the keys of its values takes longest.
const knownRegions = new WeakMap<When, Region>();

/** Counts the values that a region lists: what it costs to compare it. */
export function countValues(region: Region): number {
  return region.reduce((sum, { keys }) => sum + keys.size, 0);
}

/** Gives the withdrawals of another rule's conditions that a rule decides; undefined for none. */
export function decidedRegion(rule: PolicyRule, about: When): Region | undefined {
  const { when } = rule;
  if (rule.then.kind === 'wait') return undefined;
  const implied = (asset = '') => impliesAll(about, when, asset);
  const region = regionOf(when);
  const limited = listLimited(when);
  // It only adds to what later rules ask of an asset without a limit in it.
  if (limited === undefined) return implied() ? region : undefined;
  const decided = new Set(limited.filter(implied).map(assetKey));
  return region.map((values, index) =>
    index === ASSETS ? (intersect(values, { isListed: true, keys: decided }) ?? NOTHING) : values,
  );
}

/**
 * Gives the withdrawals of another rule's conditions that a rule is about whatever their amount, apart from its limit
 * over time; undefined for none.
 */
export function commonRegion({ when: own }: PolicyRule, about: When): Region | undefined {
  const { overTime: _overTime, ...when } = own;
  const implied = (asset = '') => impliesAll(about, when, asset);
  if (!implied()) return undefined;
  const exempt = limitedAssets(when).filter((asset) => asset === asset.toUpperCase() && !implied(asset));
  const others: Values = { isListed: false, keys: new Set(exempt.map(assetKey)) };
  return regionOf(own).map((values, index) => (index === ASSETS ? (intersect(values, others) ?? NOTHING) : values));
}

/** Keeps the withdrawals of a region with one of these assets; undefined where there are none. */
export function withAssets(region: Region, assets: readonly string[]): Region | undefined {
  const listed: Values = { isListed: true, keys: new Set(assets.map(assetKey)) };
  return meetRegions(
    region,
    region.map((values, index) => (index === ASSETS ? listed : values)),
  );
}

/** Gives the withdrawals that two regions share; undefined where they share none. */
export function meetRegions(one: Region, other: Region): Region | undefined {
  const shared = one.map((values, index) => intersect(values, other[index] ?? EVERY));
  return shared.every((values) => values !== undefined) ? shared : undefined;
}

/** Lists the values of a condition to which a region is limited; undefined where it is not limited to some. */
export function listedValues(region: Region, condition: ConditionName): ReadonlySet<string> | undefined {
  const values = region[CONDITION_NAMES.indexOf(condition)];
  return values?.isListed ? values.keys : undefined;
}

const NOTHING: Values = { isListed: true, keys: new Set() };

/** Lists the assets that a rule has every limit for that it needs; undefined where it needs none. */
function listLimited(when: When): string[] | undefined {
  const all = limitsByAsset(when);
  if (all.length === 0) return undefined;
  return limitedAssets(when).filter(
    (asset) => asset === asset.toUpperCase() && all.every((limits) => Object.hasOwn(limits, asset)),
  );
}

/** Gives the limits of a rule that are different ones for each asset. */
function limitsByAsset({ atLeast, overTime }: When): Record<string, string>[] {
  return [atLeast, overTime?.limit.kind === 'sum' ? overTime.limit.limits : undefined].filter(
    (limits) => limits !== undefined,
  );
}

/** Lists the assets that a rule has any limit for, as it names them. */
export function limitedAssets(when: When): string[] {
  return [...new Set(limitsByAsset(when).flatMap(Object.keys))];
}

/** Cuts a region out of another; gives disjoint regions. */
export function subtract(region: Region, cut: Region): Region[] {
  if (!meets(region, cut)) return [region];
  const left: Region[] = [];
  let inside = region;
  cut.forEach((values, index) => {
    const own = inside[index] ?? EVERY;
    const outside = intersect(own, { isListed: !values.isListed, keys: values.keys });
    if (outside) left.push(inside.with(index, outside));
    inside = inside.with(index, intersect(own, values) ?? NOTHING);
  });
  return left;
}

function meets(one: Region, other: Region): boolean {
  return one.every((values, index) => intersect(values, other[index] ?? EVERY) !== undefined);
}

/** Gives the values that two sets share; undefined where they share none. All but some values are never none. */
function intersect(one: Values, other: Values): Values | undefined {
  if (!one.isListed && !other.isListed) return { isListed: false, keys: new Set([...one.keys, ...other.keys]) };
  const [listed, filter] = one.isListed ? [one, other] : [other, one];
  const keys = [...listed.keys].filter((key) => filter.keys.has(key) === filter.isListed);
  return keys.length > 0 ? { isListed: true, keys: new Set(keys) } : undefined;
}

/** Tells whether two rules have the same conditions, in whatever order and spelling. */
export function haveSameConditions(one: PolicyRule, other: PolicyRule): boolean {
  const assets = ['', ...limitedAssets(one.when), ...limitedAssets(other.when)];
  const [mine, theirs] = [regionOf(one.when), regionOf(other.when)];
  return (
    subtract(mine, theirs).length === 0 &&
    subtract(theirs, mine).length === 0 &&
    assets.every((asset) => impliesAll(one.when, other.when, asset) && impliesAll(other.when, one.when, asset))
  );
}
