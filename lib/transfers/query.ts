/** What the list of transfers can be narrowed to by value; each may be given several times, and any of them fits. */
export const VALUE_FILTERS = ['status', 'secondary', 'type', 'direction', 'asset', 'network', 'profile'] as const;
export type ValueFilter = (typeof VALUE_FILTERS)[number];

export const RANGES = ['created', 'updated', 'amount'] as const;
export type Range = (typeof RANGES)[number];

/** From and to, both included; a day (2026-11-21), an instant (ISO 8601) or an amount. */
export interface Bounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** Which transfers, in which order. What `/transfers?...` and `GET /api/transfers?...` say (contract.md). */
export interface TransferQuery {
  /** What is searched for; empty where nothing is. */
  q: string;
  values: Partial<Record<ValueFilter, readonly string[]>>;
  ranges: Partial<Record<Range, Bounds>>;
  /** Only those that a person should look at. */
  hasProblem: boolean;
  sort: Range;
  isAscending: boolean;
}

export const ALL_TRANSFERS: TransferQuery = {
  q: '',
  values: {},
  ranges: {},
  hasProblem: false,
  sort: 'created',
  isAscending: false,
};

const MOST_VALUES = 50;
const LONGEST_VALUE = 200;
const LONGEST_SEARCH = 500;
// A day or an instant with its offset; what of it exists is asked of Date.
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const AMOUNT = /^\d{1,30}(?:\.\d{1,30})?$/;

/** Reads a query from the parameters of an address. Never fails: what it does not understand it leaves out. */
export function readTransferQuery(parameters: URLSearchParams): TransferQuery {
  const sort = parameters.get('sort') ?? '';
  const name = sort.replace(/^-/, '');
  const isKnown = (RANGES as readonly string[]).includes(name);
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    values: Object.fromEntries(
      VALUE_FILTERS.map((filter) => [filter, readValues(parameters.getAll(filter))]).filter(
        ([, values]) => values?.length,
      ),
    ),
    ranges: Object.fromEntries(
      RANGES.map((range) => [range, readBounds(parameters, range)]).filter(([, bounds]) => bounds !== undefined),
    ),
    hasProblem: parameters.get('problem') === '1',
    sort: isKnown ? (name as Range) : 'created',
    isAscending: isKnown && !sort.startsWith('-'),
  };
}

/** The parameters of a query, always the same for the same query, without what is as usual. */
export function writeTransferQuery(query: TransferQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q !== '') parameters.set('q', query.q);
  for (const filter of VALUE_FILTERS) for (const value of query.values[filter] ?? []) parameters.append(filter, value);
  for (const range of RANGES) {
    const { from, to } = query.ranges[range] ?? {};
    if (from) parameters.set(`${range}_from`, from);
    if (to) parameters.set(`${range}_to`, to);
  }
  if (query.hasProblem) parameters.set('problem', '1');
  const sort = `${query.isAscending ? '' : '-'}${query.sort}`;
  if (sort !== '-created') parameters.set('sort', sort);
  return parameters;
}

/** How many filters narrow a query; the search and the order are none. */
export function countFilters({ values, ranges, hasProblem }: TransferQuery): number {
  return Object.keys(values).length + Object.keys(ranges).length + (hasProblem ? 1 : 0);
}

function readValues(given: string[]): string[] {
  const values = given.filter((value) => value !== '' && value.length <= LONGEST_VALUE);
  return [...new Set(values)].slice(0, MOST_VALUES).toSorted();
}

function readBounds(parameters: URLSearchParams, range: Range): Bounds | undefined {
  const read = (name: string) => {
    const value = parameters.get(`${range}_${name}`)?.trim() ?? '';
    const isSound = range === 'amount' ? AMOUNT.test(value) : TIME.test(value) && !Number.isNaN(Date.parse(value));
    return isSound ? value : undefined;
  };
  const bounds = { from: read('from'), to: read('to') };
  return bounds.from || bounds.to ? bounds : undefined;
}
