import { EARLIER_STATE_FILTERS, STATE_FILTERS, type StateFilter } from '@/lib/requests/stages';
import { UUID } from '@/lib/text/uuid';
import { type Bounds, isTimeBound } from '@/lib/transfers/time-bounds';

/** The filters of the list of withdrawals by value. Each may have several values, any of which matches. */
export const REQUEST_VALUE_FILTERS = ['state', 'requester', 'asset', 'network', 'profile', 'recipient'] as const;
/** One of REQUEST_VALUE_FILTERS. `requester` and `recipient` are IDs of people and of address book entries. */
export type RequestValueFilter = (typeof REQUEST_VALUE_FILTERS)[number];

/** The orders of the list. By amount means by asset first, since amounts of two assets do not compare. */
export const REQUEST_SORTS = ['created', 'amount'] as const;
/** One of REQUEST_SORTS. */
export type RequestSort = (typeof REQUEST_SORTS)[number];

/**
 * A query of the list of withdrawals: which requests, in which order. The parameters of `/withdrawals` and
 * `GET /api/withdrawals/list` (docs/specification/console-contract.md#withdrawals).
 */
export interface RequestListQuery {
  /** The search text; empty without a search. */
  q: string;
  /** True if only requests of the reader are shown. */
  isMine: boolean;
  values: Partial<Record<RequestValueFilter, readonly string[]>>;
  /** The inclusive bounds of the time of creation. */
  created: Bounds | undefined;
  /** The ID of the batch whose requests alone are shown. */
  batch: string | undefined;
  /** The ID of a request: only older ones are shown, and none for an unknown ID. */
  before: string | undefined;
  sort: RequestSort;
  isAscending: boolean;
}

/** The query of the unfiltered list, newest first. */
export const ALL_REQUESTS: RequestListQuery = {
  q: '',
  isMine: false,
  values: {},
  created: undefined,
  batch: undefined,
  before: undefined,
  sort: 'created',
  isAscending: false,
};

const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 200;
const MAX_SEARCH_LENGTH = 500;
const MAX_IGNORED = 5;

/**
 * Reads a query from URL parameters. Never fails: leaves out what is not valid, and lists it in `ignored`, such as
 * `state “foo”`, at most five.
 */
export function readRequestQuery(parameters: URLSearchParams): { query: RequestListQuery; ignored: string[] } {
  const ignored = new Set<string>();
  const read = (name: string, isValid: (value: string) => boolean) => {
    const value = parameters.get(name)?.trim() ?? '';
    if (value === '' || isValid(value)) return value || undefined;
    ignored.add(`${name} “${shorten(value)}”`);
    return undefined;
  };
  const values = Object.fromEntries(
    REQUEST_VALUE_FILTERS.flatMap((filter) => {
      const all = parameters.getAll(filter).map((value) => (filter === 'state' ? currentState(value) : value));
      const given = [...new Set(all)].filter((value) => value !== '');
      const valid = given.filter((value) => isFilterValue(filter, value));
      for (const value of given) if (!valid.includes(value)) ignored.add(`${filter} “${shorten(value)}”`);
      return valid.length > 0 ? [[filter, valid.slice(0, MAX_VALUES).toSorted()]] : [];
    }),
  );
  const from = read('created_from', isTimeBound);
  const to = read('created_to', isTimeBound);
  const sort = read('sort', isSort) ?? '-created';
  const of = read('of', (value) => value === 'mine' || value === 'all');
  const query: RequestListQuery = {
    q: (parameters.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    isMine: of === 'mine',
    values,
    created: from || to ? { from, to } : undefined,
    batch: read('batch', isUuid)?.toLowerCase(),
    // An unknown ID gives no request, as ever: a link must not show newer ones.
    before: parameters.get('before')?.slice(0, MAX_VALUE_LENGTH) || undefined,
    sort: sort.endsWith('amount') ? 'amount' : 'created',
    isAscending: !sort.startsWith('-'),
  };
  return { query, ignored: [...ignored].slice(0, MAX_IGNORED) };
}

/** Writes the URL parameters of a query, without defaults; the same query always gives the same text. */
export function writeRequestQuery(query: RequestListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q !== '') parameters.set('q', query.q);
  if (query.isMine) parameters.set('of', 'mine');
  for (const filter of REQUEST_VALUE_FILTERS)
    for (const value of query.values[filter] ?? []) parameters.append(filter, value);
  if (query.created?.from) parameters.set('created_from', query.created.from);
  if (query.created?.to) parameters.set('created_to', query.created.to);
  if (query.batch) parameters.set('batch', query.batch);
  if (query.before) parameters.set('before', query.before);
  const sort = `${query.isAscending ? '' : '-'}${query.sort}`;
  if (sort !== '-created') parameters.set('sort', sort);
  return parameters;
}

/**
 * Tells whether a list shows each batch as one row. It does where every request of a batch matches or none does, since
 * they have one requester and one time; with any other filter, a search or an order by amount, each request has its own
 * row.
 */
export function foldsBatches({ q, values, batch, sort }: RequestListQuery): boolean {
  const others = Object.keys(values).filter((filter) => filter !== 'requester');
  return q === '' && others.length === 0 && batch === undefined && sort === 'created';
}

/** Tells whether rows above the first one are counted: in a list with the newest first, without a search. */
export function countsNewer({ q, batch, before, sort, isAscending }: RequestListQuery): boolean {
  return q === '' && batch === undefined && before === undefined && sort === 'created' && !isAscending;
}

/** Counts the filters of a query, without its search, its order, and whose requests it shows. */
export function countRequestFilters({ values, created, batch }: RequestListQuery): number {
  return Object.keys(values).length + (created ? 1 : 0) + (batch ? 1 : 0);
}

/** Tells whether a query has any filter, that for the reader's own requests included. */
export function hasRequestFilters(query: RequestListQuery): boolean {
  return query.isMine || query.before !== undefined || countRequestFilters(query) > 0;
}

/** Describes a sort order, such as "Newest first" or "By asset, largest amount first". */
export function describeRequestOrder({ sort, isAscending }: Pick<RequestListQuery, 'sort' | 'isAscending'>): string {
  if (sort === 'created') return isAscending ? 'Oldest first' : 'Newest first';
  return `By asset, ${isAscending ? 'smallest' : 'largest'} amount first`;
}

/** The filters by state of a query, in their order. */
export function stateFiltersOf({ values }: Pick<RequestListQuery, 'values'>): StateFilter[] {
  return STATE_FILTERS.filter((filter) => values.state?.includes(filter));
}

/** The names of the filters, as their buttons and the filter line of an export say them. */
export const REQUEST_FILTER_NAMES: Record<RequestValueFilter | 'created', string> = {
  state: 'Status',
  requester: 'Requester',
  asset: 'Asset',
  network: 'Network',
  profile: 'Profile',
  recipient: 'Recipient',
  created: 'Created',
};

const isUuid = (value: string) => UUID.test(value);
const isSort = (value: string) => (REQUEST_SORTS as readonly string[]).includes(value.replace(/^-/, ''));

function isFilterValue(filter: RequestValueFilter, value: string): boolean {
  if (filter === 'state') return (STATE_FILTERS as readonly string[]).includes(value);
  if (filter === 'requester' || filter === 'recipient') return isUuid(value);
  return value.length <= MAX_VALUE_LENGTH;
}

function currentState(value: string): string {
  return Object.hasOwn(EARLIER_STATE_FILTERS, value) ? (EARLIER_STATE_FILTERS[value] ?? value) : value;
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value;
}
