import { writeUtc } from '@/lib/time/write-utc';
import type { Bounds } from '@/lib/transfers/time-bounds';
import { describeFieldCondition } from '@/lib/transfers/field-filters';
import { RANGES, type Range, type TransferQuery, VALUE_FILTERS, type ValueFilter } from '@/lib/transfers/query';

const FILTERS: Record<ValueFilter, string> = {
  status: 'status',
  secondary: 'secondary status',
  type: 'type',
  direction: 'direction',
  asset: 'asset',
  network: 'network',
  profile: 'profile',
};
const ORDERS: Record<Range, { up: string; down: string }> = {
  created: { up: 'oldest first', down: 'newest first' },
  updated: { up: 'least recently updated first', down: 'most recently updated first' },
  amount: { up: 'smallest amount first', down: 'largest amount first' },
};

/** Describes a query with its exact values, such as "Status PENDING or FAILED; amount from 10; newest first". */
export function describeQuery({
  q,
  values,
  ranges,
  fields,
  hasProblem,
  includesSettled,
  sort,
  isAscending,
}: TransferQuery): string {
  const parts = [
    ...(q === '' ? [] : [`search for “${q}”`]),
    ...VALUE_FILTERS.flatMap((filter) =>
      values[filter]?.length ? [`${FILTERS[filter]} ${values[filter].join(' or ')}`] : [],
    ),
    ...RANGES.flatMap((range) => describeBounds(range, ranges[range])),
    ...fields.map((condition) =>
      describeFieldCondition(condition).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()),
    ),
    ...(hasProblem ? [`only transfers that need attention${includesSettled ? ', settled ones included' : ''}`] : []),
  ];
  const what = parts.length === 0 ? 'all transfers' : parts.join('; ');
  const words = `${what}; ${ORDERS[sort][isAscending ? 'up' : 'down']}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeBounds(range: Range, { from, to }: Bounds = {}): string[] {
  if (from === undefined && to === undefined) return [];
  const zone = range === 'amount' ? '' : ' (UTC, inclusive)';
  return [
    [range, from !== undefined && `from ${writeUtc(from)}`, to !== undefined && `to ${writeUtc(to)}`]
      .filter(Boolean)
      .join(' ') + zone,
  ];
}
