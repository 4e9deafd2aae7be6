import 'server-only';
import { UUID } from '@/lib/text/uuid';
import { sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import { networkLabel } from '@/lib/networks/networks';
import type { AssetTotal } from '@/lib/requests/bundles/batches';
import type { ListedBatch, ListedRequest, ListEntry, RequestListPage, RequestOptions } from '@/lib/requests/list/entry';
import {
  ALL_REQUESTS,
  countsNewer,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
  type RequestValueFilter,
} from '@/lib/requests/list/query';
import {
  describeStateFilter,
  REQUEST_STAGES,
  type RequestStage,
  STATE_FILTERS,
  type StateFilter,
  stagesOf,
} from '@/lib/requests/stages';
import type { SearchLimit } from '@/lib/mirror/search-answer';
import { findRequestMatch } from '@/lib/search/match-request';
import { readSearchTerm, type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import type { Match } from '@/lib/transfers/transfer';
import { listSimilarKeys } from '@/lib/search/similar-references';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, prepared } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { nameStatement, visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { readRows, readWithin } from '@/lib/server/database/query/reader-pool';
import { readRequestCursor, type RequestPosition, writeRequestCursor } from '@/lib/server/requests/lists/cursor';
import {
  listStatement,
  newerRequestsStatement,
  REQUEST_STAGE,
  REQUESTS_WITH_VERSION,
} from '@/lib/server/requests/lists/sql';
import { findHiddenRequests } from '@/lib/server/requests/lists/hidden';
import { findRequestReferences } from '@/lib/server/requests/lookup';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';
import { coalesce } from '@/lib/server/runtime/coalesce';

/** The reason why the list could not be read. `status`: the HTTP status of a GET route. */
export type RequestListDenial = Denial | { kind: 'failed'; status: 400 | 503; explanation: Explanation };

/** A page of the list to read. */
interface RequestListInput {
  query: RequestListQuery;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Cancels the read, down to the database. */
  signal?: AbortSignal | undefined;
}

const PAGE_ROWS = 100;
const MAX_ROWS = 1000;
const MAX_IN_STATE = 200;
const MAX_OF_RECIPIENT = 20;
const NO_RECIPIENT = '00000000-0000-0000-0000-000000000000';
const TIME_LIMIT_MS = 8_000;
const MAX_OPTIONS = 500;

/** Reads one page of the withdrawals that a query shows, at the same cost at any depth. */
export async function listRequestPage(input: RequestListInput): Promise<Result<RequestListPage, RequestListDenial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const { query, cursor, limit = PAGE_ROWS, signal } = input;
  const after = cursor === undefined ? undefined : readRequestCursor(query, cursor);
  if (cursor !== undefined && !after) return fail(INVALID_CURSOR);
  const page = { query, after, limit: Math.min(limit, MAX_ROWS) };
  return readWithin(TIME_LIMIT_MS, signal, {
    read: async (either) => ok(await readRequestList(reader.value, { ...page, signal: either })),
    otherwise: () => fail(TOO_SLOW),
  });
}

/** Lists the newest requests that a filter by state shows, each of a batch on its own; at most 200. */
export function listRequestsIn(state: StateFilter, limit = MAX_IN_STATE): Promise<Result<RequestSummary[], Denial>> {
  return listRequestsWith({ state: [state] }, limit);
}

/** Lists the requests to an entry of the address book, newest first, at most 20; takes the entry's ID, unchecked. */
export async function listRequestsOfRecipient(id: string): Promise<Result<RequestSummary[], Denial>> {
  return listRequestsWith({ recipient: [UUID.test(id) ? id : NO_RECIPIENT] }, MAX_OF_RECIPIENT);
}

async function listRequestsWith(
  values: RequestListQuery['values'],
  limit: number,
): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const { items } = await readRequestList(reader.value, {
    query: { ...ALL_REQUESTS, values },
    after: undefined,
    limit,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  return ok(items.flatMap((item) => (item.kind === 'request' ? [item] : [])));
}

/**
 * Counts the rows that have come above the one whose cursor is `topCursor`, up to 1,000; none where newer rows are not
 * counted (`countsNewer`).
 */
export async function countNewerRequests(
  query: RequestListQuery,
  topCursor: string,
): Promise<Result<{ count: number }, RequestListDenial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const than = readRequestCursor(query, topCursor);
  if (!than) return fail(INVALID_CURSOR);
  if (!countsNewer(query)) return ok({ count: 0 });
  const [row] = await readRows<{ count: number }>(newerRequestsStatement(reader.value, query, than));
  return ok({ count: row?.count ?? 0 });
}

interface ListRead {
  query: RequestListQuery;
  after: RequestPosition | undefined;
  limit: number;
  signal: AbortSignal;
}

type PlaceRow = RequestPosition & { batchId: string | null };

async function readRequestList(reader: Reader, { query, after, limit, signal }: ListRead): Promise<RequestListPage> {
  const rows = await readRows<PlaceRow>(listStatement(reader, { query, after, limit: limit + 1 }), signal);
  const shown = rows.slice(0, limit);
  const idsOf = (condition: (row: PlaceRow) => boolean) => shown.filter(condition).map(({ id }) => id);
  const isSearch = query.q !== '' && after === undefined;
  const [requests, batches, names, hidden, similar] = await Promise.all([
    readListedRequests(
      reader,
      idsOf(({ batchId }) => batchId === null),
      readSearchTerm(query.q),
    ),
    readListedBatches(
      reader,
      shown.flatMap(({ batchId }) => batchId ?? []),
    ),
    readFilterNames(reader, query),
    isSearch ? findHiddenRequests(reader, query, signal) : [],
    isSearch && rows.length === 0 ? findSimilarRequests(reader, query.q) : [],
  ]);
  const limits = isSearch ? listLimits(query.q) : [];
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    items: shown.flatMap(({ id, batchId }): ListEntry[] => {
      const entry = batchId === null ? requests.get(id) : batches.get(batchId);
      return entry ? [entry] : [];
    }),
    nextCursor: rows.length > limit && last ? writeRequestCursor(query, last) : null,
    topCursor: first && countsNewer(query) ? writeRequestCursor(query, first) : null,
    names,
    ...(hidden.length > 0 && { hidden }),
    ...(similar.length > 0 && hidden.length === 0 && { similar }),
    ...(limits.length > 0 && { limits }),
  };
}

const MAX_SIMILAR = 3;

/** Finds the references that a text without a match may have been meant for. */
async function findSimilarRequests(reader: Reader, q: string): Promise<string[]> {
  const keys = listSimilarKeys(readSearchTerm(q)?.text ?? '');
  const found = keys.length === 0 ? [] : await findRequestReferences(reader, keys);
  const byKey = new Map(found.map((reference) => [reference.toLowerCase(), reference]));
  return keys.flatMap((key) => byKey.get(key) ?? []).slice(0, MAX_SIMILAR);
}

function listLimits(q: string): SearchLimit[] {
  const { whole, part } = textIndexSupport({ text: readSearchTerm(q)?.text ?? '' });
  if (!whole) return ['no-letters'];
  return part ? [] : ['too-short'];
}

async function readListedRequests(
  reader: Reader,
  ids: readonly string[],
  term: SearchTerm | undefined,
): Promise<Map<string, ListedRequest>> {
  if (ids.length === 0) return new Map();
  const statement = prepared(nameStatement(reader, 'requests_listed'), () =>
    selectRequests(reader).where(sql`${withdrawalRequests.id} = any(${sql.placeholder('ids')}::uuid[])`),
  );
  const rows = await statement.execute({ ids });
  return new Map(rows.map((row) => [row.request.id, toListed(row, reader, term)]));
}

function toListed(row: RequestRow, reader: Reader, term: SearchTerm | undefined): ListedRequest {
  const { bundle } = row;
  const batch = bundle?.kind === 'batch' ? { id: bundle.id, name: bundle.name } : null;
  const listed: ListedRequest = { kind: 'request', ...toSummary(row, reader), batch };
  const match = term && matchOf(row, listed, term);
  return { ...listed, ...(match && { match }) };
}

/** Finds what a search found a request by. The request does not tell of a comment, or of an earlier version. */
function matchOf({ version, send }: RequestRow, request: ListedRequest, term: SearchTerm): Match | undefined {
  const match = findRequestMatch({ ...request, note: version.note, transferId: send?.transferId ?? null }, term);
  if (match.field !== 'record') return match;
  const isInBatch = request.batch?.name.toLowerCase().includes(term.text.toLowerCase());
  return isInBatch ? { field: 'batch', how: 'contains' } : undefined;
}

type BatchRow = Omit<ListedBatch, 'kind' | 'createdAt' | 'totals'> & { createdAt: string; totals: AssetTotal[] | null };

/** Reads batches as rows of the list, by their IDs; counts and sums what the reader may see. */
async function readListedBatches(reader: Reader, ids: readonly string[]): Promise<Map<string, ListedBatch>> {
  if (ids.length === 0) return new Map();
  const visible = visibleRequests(reader, sql`version.body`) ?? sql`true`;
  const { rows } = await database().execute<BatchRow & Record<string, unknown>>(sql`
    with items as materialized (
      select request.bundle_id, ${REQUEST_STAGE} as stage, version.fixed_asset, version.fixed_amount, version.network,
        version.profile_id, version.recipient_key, request.bundle_position
      from ${REQUESTS_WITH_VERSION} left join sends send on send.request_id = request.id
      where request.bundle_id = any(${sql.param([...ids])}::uuid[]) and ${visible}),
    sums as (
      select bundle_id, json_agg(json_build_object('asset', asset, 'total', total, 'count', count)
        order by count desc, first) as totals
      from (
        select bundle_id, fixed_asset as asset, trim_scale(sum(fixed_amount))::text as total, count(*)::int as count,
          min(bundle_position) as first
        from items where fixed_amount >= 0 group by 1, 2) as by_asset
      group by bundle_id),
    stages as (
      select bundle_id, json_object_agg(stage, count) as stages, sum(count)::int as count
      from (select bundle_id, stage, count(*)::int as count from items group by 1, 2) as by_stage group by bundle_id)
    select batch.id, batch.name, ${personLabel()} as "requesterName", batch.requester_id = ${reader.id}::uuid as "isMine",
      to_json(batch.created_at)#>>'{}' as "createdAt", stages.count, stages.stages, sums.totals,
      (select count(distinct recipient_key)::int from items where bundle_id = batch.id) as recipients,
      (select case when count(distinct network) = 1 then min(network) end from items where bundle_id = batch.id)
        as network,
      (select case when count(distinct profile_id) = 1 then min(profile_id) end from items where bundle_id = batch.id)
        as "profileId"
    from bundles batch
    join people on people.id = batch.requester_id
    join stages on stages.bundle_id = batch.id
    left join sums on sums.bundle_id = batch.id
    where batch.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(
    rows.map(({ createdAt, totals, ...row }): [string, ListedBatch] => [
      row.id,
      { ...row, kind: 'batch', createdAt: new Date(createdAt).toISOString(), totals: totals ?? [] },
    ]),
  );
}

/** Reads the options of every filter of the list, with their numbers of requests, the most frequent first. */
export async function readRequestOptions(): Promise<Result<RequestOptions, Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const { visibleProfiles } = reader.value;
  return ok(await coalesce('request-options', visibleProfiles, () => readOptions(reader.value)));
}

/** Reads the names of the people, address book entries and batch that a query has by their IDs, by ID. */
async function readFilterNames(
  reader: Reader,
  { values, batch }: Pick<RequestListQuery, 'values' | 'batch'>,
): Promise<Record<string, string>> {
  const { requester = [], recipient = [] } = values;
  if (requester.length + recipient.length === 0 && !batch) return {};
  const seen = visibleRecipients(reader, sql`entry.profiles`) ?? sql`true`;
  const batches = batch ? await readListedBatches(reader, [batch]) : undefined;
  const { rows } = await database().execute<{ id: string; name: string }>(sql`
    select people.id::text as id, ${personLabel()} as name from people
    where people.id = any(${sql.param([...requester])}::uuid[])
    union all select entry.id::text, entry.name from recipients entry
    where entry.id = any(${sql.param([...recipient])}::uuid[]) and ${seen}`);
  return Object.fromEntries([...rows, ...(batches?.values() ?? [])].map(({ id, name }) => [id, name] as const));
}

interface OptionRow extends Record<string, unknown> {
  filter: RequestValueFilter;
  value: string;
  label: string | null;
  requests: number;
}

/** Reads the whole table once; only when a person opens a filter. */
async function readOptions(reader: Reader): Promise<RequestOptions> {
  const visible = visibleRequests(reader, sql`version.body`) ?? sql`true`;
  const seen = visibleRecipients(reader, sql`entry.profiles`) ?? sql`true`;
  const columns = { asset: sql`asset`, network: sql`network`, profile: sql`profile_id` };
  const plain = Object.entries(columns).map(
    ([filter, column]) => sql`select ${filter}::text as filter, ${column} as value, null::text as label, requests
      from counted where ${column} <> ''`,
  );
  const { rows } = await database().execute<OptionRow>(sql`
    with counted as materialized (
      select stage, requester_id, asset, network, profile_id, recipient_key, count(*)::int as requests
      from (
        select ${REQUEST_STAGE} as stage, request.requester_id, version.asset, version.network, version.profile_id,
          version.recipient_key
        from ${REQUESTS_WITH_VERSION} left join sends send on send.request_id = request.id where ${visible}) as listed
      group by grouping sets ((stage), (requester_id), (asset), (network), (profile_id), (recipient_key))),
    options as (
      select 'state' as filter, stage as value, null::text as label, requests from counted where stage is not null
      union all ${sql.join(plain, sql` union all `)}
      union all select 'requester', requester_id::text, ${personLabel()}, requests
        from counted join people on people.id = requester_id
      union all select 'recipient', entry.id::text, entry.name, requests
        from counted join recipients entry on entry.recipient_key = counted.recipient_key
          and entry.state = 'ACTIVE' and ${seen})
    select filter, value, label, requests
    from (select *, row_number() over (partition by filter order by requests desc, value) as place from options) as ranked
    where place <= ${MAX_OPTIONS} order by filter, place`);
  const options = Object.fromEntries(REQUEST_VALUE_FILTERS.map((filter) => [filter, [] as RequestOptions['state']]));
  for (const { filter, value, label, requests } of rows)
    if (filter !== 'state') options[filter]?.push({ value, label: label ?? nameOf(filter, value), requests });
  return { ...options, state: toStateOptions(rows) } as RequestOptions;
}

function nameOf(filter: RequestValueFilter, value: string): string {
  return filter === 'network' ? networkLabel(value) : value;
}

// In their own order, which is that of a request's life.
function toStateOptions(rows: readonly OptionRow[]): RequestOptions['state'] {
  const counts = new Map(
    rows.filter(({ filter }) => filter === 'state').map(({ value, requests }) => [value, requests] as const),
  );
  const count = (stages: readonly RequestStage[]) =>
    REQUEST_STAGES.filter((stage) => stages.includes(stage)).reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0);
  return STATE_FILTERS.map((value) => ({
    value,
    label: describeStateFilter(value),
    requests: count(stagesOf(value)),
  }));
}

const INVALID_CURSOR = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'The next withdrawals could not be loaded',
    detail: 'The position in the list is not valid, or belongs to another sort order. Nothing was sent.',
    next: 'Refresh the list.',
  },
} as const;

const TOO_SLOW = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'The list took too long',
    detail: 'The search or the filters match too many withdrawals to compare in time. Nothing was sent.',
    next: 'Search for more of the text, or add a filter.',
  },
} as const;
