import { compareAmounts } from '@/lib/money/amounts';
import { evaluateRule, isStricter } from '@/lib/policy/policy';
import { keyOfRuleRecipient, type PolicyRule } from '@/lib/policy/rules';
import { limitFor, measureOf } from '@/lib/policy/time-limits';
import { profileKey } from '@/lib/profiles/find-name';

type When = PolicyRule['when'];

/**
 * How the conditions of two rules are compared: one that lists values by those values, in the form in which they are
 * compared; one with a threshold by whether it implies that of the other rule for an asset.
 */
type Comparison =
  | { list: (when: When) => readonly string[] | undefined }
  | { implies: (when: When, other: When, asset: string | undefined) => boolean };

// Every condition stands here: one that is missing would let a rule seem to cover what it does not.
const COMPARISONS = {
  assets: { list: ({ assets }) => assets?.map(assetKey) },
  networks: { list: ({ networks }) => networks },
  profiles: { list: ({ profiles }) => profiles?.map(profileKey) },
  recipients: { list: ({ recipients }) => recipients?.map(keyOfRuleRecipient) },
  makers: { list: ({ makers }) => makers },
  isNewRecipient: { list: ({ isNewRecipient }) => (isNewRecipient ? ['new'] : undefined) },
  atLeast: {
    implies: ({ atLeast: mine = {} }, { atLeast: other = {} }, asset) => isAtLeastAs(mine, other, asset),
  },
  signals: {
    // A check that could not be made fulfils every condition on warnings.
    implies: ({ signals: mine }, { signals: other }) =>
      other === undefined ||
      (mine !== undefined && mine.every((signal) => signal === 'check-unavailable' || other.includes(signal))),
  },
  overTime: {
    implies: ({ overTime: mine }, { overTime: other }, asset = '') => {
      const most = other && limitFor(other, asset);
      // An asset without a limit is over it.
      if (other === undefined || most === undefined) return true;
      const own = mine && measureOf(mine) === measureOf(other) ? limitFor(mine, asset) : undefined;
      return own !== undefined && compareAmounts(own, most) >= 0;
    },
  },
} satisfies Record<keyof When, Comparison>;

function isAtLeastAs(mine: Record<string, string>, other: Record<string, string>, asset = ''): boolean {
  if (!Object.hasOwn(other, asset)) return true;
  return Object.hasOwn(mine, asset) && compareAmounts(mine[asset] ?? '', other[asset] ?? '') >= 0;
}

/** Gives an asset as rules compare it: ignoring the case of its letters, as a profile's ID. */
function assetKey(asset: string): string {
  return profileKey(asset);
}

/** A set of values: those listed, or all but those. */
interface Values {
  isListed: boolean;
  keys: ReadonlySet<string>;
}
/** The withdrawals with these values in each listing condition. */
type Region = readonly Values[];

const EVERY: Values = { isListed: false, keys: new Set() };
const LISTS = Object.values(COMPARISONS).filter((comparison) => 'list' in comparison);
const IMPLICATIONS = Object.values(COMPARISONS).filter((comparison) => 'implies' in comparison);
// The assets come first in the table.
const ASSETS = 0;
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

function regionOf(when: When): Region {
  return LISTS.map(({ list }) => {
    const keys = list(when);
    return keys === undefined ? EVERY : { isListed: true, keys: new Set(keys) };
  });
}

/** Gives the withdrawals of another rule's conditions that a rule decides; undefined for none. */
function decidedRegion(rule: PolicyRule, about: When): Region | undefined {
  const { when } = rule;
  if (rule.then.kind === 'wait') return undefined;
  const implied = (asset?: string) => IMPLICATIONS.every(({ implies }) => implies(about, when, asset));
  const region = regionOf(when);
  const limited = listLimited(when);
  // It only adds to what later rules ask of an asset without a limit in it.
  if (limited === undefined) return implied() ? region : undefined;
  const decided = new Set(limited.filter(implied).map(assetKey));
  return region.map((values, index) =>
    index === ASSETS ? (intersect(values, { isListed: true, keys: decided }) ?? NOTHING) : values,
  );
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
function subtract(region: Region, cut: Region): Region[] {
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
  const assets = [undefined, ...limitedAssets(one.when), ...limitedAssets(other.when)];
  const [mine, theirs] = [regionOf(one.when), regionOf(other.when)];
  return (
    subtract(mine, theirs).length === 0 &&
    subtract(theirs, mine).length === 0 &&
    IMPLICATIONS.every(({ implies }) =>
      assets.every((asset) => implies(one.when, other.when, asset) && implies(other.when, one.when, asset)),
    )
  );
}
