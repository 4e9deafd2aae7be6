import { readableText } from '@/components/values/untrusted-text';
import { describeBound } from '@/lib/transfers/day-bounds';
import { networkLabel } from '@/lib/networks/networks';
import type { Bounds, Range, TransferQuery, ValueFilter } from '@/lib/transfers/query';
import { RANGES, VALUE_FILTERS } from '@/lib/transfers/query';
import { titleCase } from '@/lib/transfers/describe-status';

/** What each filter is called (contract.md). */
export const FILTER_NAMES: Record<ValueFilter | Range, string> = {
  status: 'Status',
  secondary: 'Secondary status',
  type: 'Type',
  direction: 'Direction',
  asset: 'Asset',
  network: 'Network',
  profile: 'Profile',
  created: 'Created',
  updated: 'Updated',
  amount: 'Amount',
};

export const PROBLEM_NAME = 'Needs a look';

/** A value of a filter as people read it. */
export function valueWords(filter: ValueFilter, value: string): string {
  if (filter === 'network') return networkLabel(value);
  return filter === 'asset' || filter === 'profile' ? value : titleCase(value);
}

/** The asset of a sum. */
export function assetWords(asset: string): string {
  return asset === '' ? 'of no asset' : readableText(asset, 40);
}

/** One thing that narrows a list, and the query without it. */
export interface ActiveFilter {
  words: string;
  without: TransferQuery;
}

/** Everything that narrows a query, in words. `zone`: for days; undefined is the reader's own. */
export function activeFilters(query: TransferQuery, zone: 'UTC' | undefined): ActiveFilter[] {
  const values = VALUE_FILTERS.flatMap((filter) =>
    (query.values[filter] ?? []).map((value) => ({
      words: `${FILTER_NAMES[filter]}: ${valueWords(filter, value)}`,
      without: toggleValue(query, filter, value),
    })),
  );
  const ranges = RANGES.flatMap((range) => {
    const bounds = query.ranges[range];
    return bounds
      ? [
          {
            words: `${FILTER_NAMES[range]}: ${boundsWords(range, bounds, zone)}`,
            without: withBounds(query, range, {}),
          },
        ]
      : [];
  });
  const problem = query.hasProblem ? [{ words: PROBLEM_NAME, without: { ...query, hasProblem: false } }] : [];
  return [...values, ...ranges, ...problem];
}

/** The query with a value chosen, or no longer. */
export function toggleValue(query: TransferQuery, filter: ValueFilter, value: string): TransferQuery {
  const { [filter]: old = [], ...others } = query.values;
  const chosen = old.includes(value) ? old.filter((other) => other !== value) : [...old, value];
  return { ...query, values: { ...others, ...(chosen.length > 0 && { [filter]: chosen }) } };
}

/** The query with these bounds of a range; without any where neither is given. */
export function withBounds(query: TransferQuery, range: Range, bounds: Bounds): TransferQuery {
  const { [range]: _old, ...others } = query.ranges;
  return { ...query, ranges: { ...others, ...((bounds.from || bounds.to) && { [range]: bounds }) } };
}

function boundsWords(range: Range, { from, to }: Bounds, zone: 'UTC' | undefined): string {
  const [first, last] = [from, to].map((bound) =>
    bound === undefined || range === 'amount' ? bound : describeBound(bound, zone),
  );
  if (first === undefined) return `up to ${last}`;
  if (last === undefined) return range === 'amount' ? `${first} and more` : `since ${first}`;
  return first === last ? first : `${first} to ${last}`;
}
