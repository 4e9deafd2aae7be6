import { type Bounds, isTimeBound } from '@/lib/transfers/time-bounds';
import { type FieldCondition, readFieldConditions, writeFieldCondition } from '@/lib/transfers/field-filters';

/** The filters by value. Each may have several values, any of which matches. */
export const VALUE_FILTERS = ['status', 'secondary', 'type', 'direction', 'asset', 'network', 'profile'] as const;
/** One of VALUE_FILTERS. */
export type ValueFilter = (typeof VALUE_FILTERS)[number];

/** The filters by range. */
export const RANGES = ['created', 'updated', 'amount'] as const;
/** One of RANGES. */
export type Range = (typeof RANGES)[number];

/**
 * A query of the list: which transfers, in which order. The parameters of `/transfers` and `GET /api/transfers`
 * (docs/specification/console-contract.md#pages).
 */
export interface TransferQuery {
  /** The search text; empty without a search. */
  q: string;
  values: Partial<Record<ValueFilter, readonly string[]>>;
  ranges: Partial<Record<Range, Bounds>>;
  /** The filters by other fields of the record. */
  fields: readonly FieldCondition[];
  /** True if only transfers that need attention are shown, without those whose problem is settled. */
  hasProblem: boolean;
  /** True if `hasProblem` also shows the transfers whose problem is settled; false without `hasProblem`. */
  includesSettled: boolean;
  sort: Range;
  isAscending: boolean;
}

/** The query of the unfiltered list, newest first. */
export const ALL_TRANSFERS: TransferQuery = {
  q: '',
  values: {},
  ranges: {},
  fields: [],
  hasProblem: false,
  includesSettled: false,
  sort: 'created',
  isAscending: false,
};

const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 200;
const MAX_SEARCH_LENGTH = 500;
const AMOUNT = /^\d{1,30}(?:\.\d{1,30})?$/;

/** Reads a query from URL parameters. Never fails: skips what it does not understand. */
export function readTransferQuery(parameters: URLSearchParams): TransferQuery {
  const sort = parameters.get('sort') ?? '';
  const name = sort.replace(/^-/, '');
  const isKnown = (RANGES as readonly string[]).includes(name);
  const hasProblem = parameters.get('problem') === '1';
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    values: Object.fromEntries(
      VALUE_FILTERS.map((filter) => [filter, readValues(parameters.getAll(filter))]).filter(
        ([, values]) => values?.length,
      ),
    ),
    ranges: Object.fromEntries(
      RANGES.map((range) => [range, readBounds(parameters, range)]).filter(([, bounds]) => bounds !== undefined),
    ),
    fields: readFieldConditions(parameters.getAll('f')),
    hasProblem,
    includesSettled: hasProblem && parameters.get('settled') === '1',
    sort: isKnown ? (name as Range) : 'created',
    isAscending: isKnown && !sort.startsWith('-'),
  };
}

/** Writes the URL parameters of a query, without defaults; the same query always gives the same text. */
export function writeTransferQuery(query: TransferQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q !== '') parameters.set('q', query.q);
  for (const filter of VALUE_FILTERS) for (const value of query.values[filter] ?? []) parameters.append(filter, value);
  for (const range of RANGES) {
    const { from, to } = query.ranges[range] ?? {};
    if (from) parameters.set(`${range}_from`, from);
    if (to) parameters.set(`${range}_to`, to);
  }
  for (const condition of query.fields) parameters.append('f', writeFieldCondition(condition));
  if (query.hasProblem) parameters.set('problem', '1');
  if (query.hasProblem && query.includesSettled) parameters.set('settled', '1');
  const sort = `${query.isAscending ? '' : '-'}${query.sort}`;
  if (sort !== '-created') parameters.set('sort', sort);
  return parameters;
}

/** Tells whether a query leaves out transfers because their problem is settled. */
export function hidesSettled({ hasProblem, includesSettled }: TransferQuery): boolean {
  return hasProblem && !includesSettled;
}

/** Counts the filters of a query, without its search and order. */
export function countFilters({ values, ranges, fields, hasProblem }: TransferQuery): number {
  return Object.keys(values).length + Object.keys(ranges).length + fields.length + (hasProblem ? 1 : 0);
}

function readValues(given: string[]): string[] {
  const values = given.filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH);
  return [...new Set(values)].slice(0, MAX_VALUES).toSorted();
}

function readBounds(parameters: URLSearchParams, range: Range): Bounds | undefined {
  const read = (name: string) => {
    const value = parameters.get(`${range}_${name}`)?.trim() ?? '';
    return (range === 'amount' ? AMOUNT.test(value) : isTimeBound(value)) ? value : undefined;
  };
  const bounds = { from: read('from'), to: read('to') };
  return bounds.from || bounds.to ? bounds : undefined;
}
