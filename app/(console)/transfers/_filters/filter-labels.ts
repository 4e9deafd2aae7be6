import { type ActiveFilter, listActiveValues } from '@/components/list/active-filters';
import { readableText } from '@/components/values/untrusted-text';
import { describeDays } from '@/lib/transfers/day-bounds';
import type { Bounds } from '@/lib/transfers/time-bounds';
import { networkLabel } from '@/lib/networks/networks';
import {
  describeFieldCondition,
  type FieldCondition,
  readFieldConditions,
  writeFieldCondition,
} from '@/lib/transfers/field-filters';
import { type Range, type TransferQuery, type ValueFilter, RANGES, VALUE_FILTERS } from '@/lib/transfers/query';
import { describeProfile, type ProfileNames } from '@/lib/profiles/find-name';
import { titleCase } from '@/lib/text/title-case';

/** The names of the filters (docs/specification/console-contract.md#labels). */
export const FILTER_NAMES: Record<ValueFilter | Range, string> = {
  status: 'Status',
  secondary: 'Reason',
  type: 'Type',
  direction: 'Direction',
  asset: 'Asset',
  network: 'Network',
  profile: 'Profile',
  created: 'Created',
  updated: 'Updated',
  amount: 'Amount',
};

/** Describes a sort order, such as "Created, newest first" or "Amount, smallest first". */
export function describeOrder(sort: Range, isAscending: boolean): string {
  const [first, last] = sort === 'amount' ? ['largest', 'smallest'] : ['newest', 'oldest'];
  return `${FILTER_NAMES[sort]}, ${isAscending ? last : first} first`;
}

/** The name of the filter for transfers that need attention. */
export const ATTENTION_LABEL = 'Needs attention';
/** The name of the filter that adds transfers whose problem is settled. */
export const SETTLED_LABEL = 'Include settled';

/** Describes a value of a filter for people: "Ethereum", "Crypto withdrawal", "Client funds (p-7f3)". */
export function describeFilterValue(filter: ValueFilter, value: string, names: ProfileNames): string {
  if (filter === 'network') return networkLabel(value);
  if (filter === 'profile') return describeProfile(names, value);
  return filter === 'asset' ? value : titleCase(value);
}

/** Describes the asset of a sum. */
export function describeAsset(asset: string): string {
  return asset === '' ? 'no asset' : readableText(asset, 40);
}

/**
 * Lists the active filters of a query. `zone`: for days; undefined for the reader's own. `names`: of profiles.
 */
export function listActiveFilters(
  query: TransferQuery,
  { zone, names }: { zone: string | undefined; names: ProfileNames },
): ActiveFilter<TransferQuery>[] {
  const values = listActiveValues(query, {
    filters: VALUE_FILTERS,
    names: FILTER_NAMES,
    describe: (filter, value) => describeFilterValue(filter, value, names),
  });
  const ranges = RANGES.flatMap((range) => {
    const bounds = query.ranges[range];
    return bounds
      ? [
          {
            label: `${FILTER_NAMES[range]}: ${describeBounds(range, bounds, zone)}`,
            without: withBounds(query, range, undefined),
          },
        ]
      : [];
  });
  const fields = query.fields.map((condition) => ({
    label: describeFieldCondition(condition),
    without: withoutField(query, condition),
  }));
  const problem = query.hasProblem ? [{ label: ATTENTION_LABEL, without: withAttention(query, false) }] : [];
  const settled = query.includesSettled
    ? [{ label: SETTLED_LABEL, without: { ...query, includesSettled: false } }]
    : [];
  return [...values, ...ranges, ...fields, ...problem, ...settled];
}

/** Returns the query with a filter by a field added. */
export function withField(query: TransferQuery, condition: FieldCondition): TransferQuery {
  return { ...query, fields: readFieldConditions([...query.fields, condition].map(writeFieldCondition)) };
}

/** Returns the query without a filter by a field. */
export function withoutField(query: TransferQuery, condition: FieldCondition): TransferQuery {
  return { ...query, fields: query.fields.filter((other) => other !== condition) };
}

/**
 * Returns the query with the filter for transfers that need attention on or off; settled ones are left out at first.
 */
export function withAttention(query: TransferQuery, hasProblem: boolean): TransferQuery {
  return { ...query, hasProblem, includesSettled: false };
}

/** Returns the query with these bounds of a range; without the range if there are none. */
export function withBounds(query: TransferQuery, range: Range, bounds: Bounds | undefined): TransferQuery {
  const { [range]: _old, ...others } = query.ranges;
  return { ...query, ranges: { ...others, ...(bounds && { [range]: bounds }) } };
}

function describeBounds(range: Range, bounds: Bounds, zone: string | undefined): string {
  if (range !== 'amount') return describeDays(bounds, zone);
  const { from, to } = bounds;
  if (from === undefined) return `up to ${to}`;
  if (to === undefined) return `${from} and more`;
  return from === to ? from : `${from} to ${to}`;
}
