/**
 * The SQL of the list of withdrawals: which requests a query shows a reader, and in which order
 * (docs/decisions/0031-one-list-of-withdrawals.md).
 *
 * | part    | meaning                                                                                            |
 * | ------- | -------------------------------------------------------------------------------------------------- |
 * | heads   | a list that folds batches shows requests of no batch, and each batch at its first request           |
 * | stage   | the one stage of a request with its send (lib/requests/stages.ts)                                    |
 * | keyset  | one row comparison with the last row before, so that a page costs the same at any depth              |
 * | filters | list-conditions.ts: a filter by state as a set of IDs where few requests match, for the indexes      |
 * | search  | search/list-search.ts: the IDs of all requests that match a text, each arm by an index of its own           |
 *
 * The aliases are `request`, `version` (the current one) and `send` in every statement.
 */
import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { REQUEST_EXPORT_COLUMNS, type RequestExportColumn } from '@/lib/requests/list/export';
import { foldsBatches, type RequestListQuery } from '@/lib/requests/list/query';
import { personLabel } from '@/lib/server/database/person-label';
import { visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { toInstant } from '@/lib/server/mirror/filter-conditions';
import { listConditions } from '@/lib/server/requests/lists/conditions';
import type { RequestPosition } from '@/lib/server/requests/lists/cursor';

/** Joins the current version of each request. */
export const REQUESTS_WITH_VERSION = sql`withdrawal_requests request
  join request_versions version on version.request_id = request.id and version.version = request.version`;

/** Gives the stage of a request (lib/requests/stages.ts); takes the send as a left join. */
export const REQUEST_STAGE = sql`case
  when send.state in ('UNKNOWN', 'HOLD') then 'unknown'
  when send.state = 'REFUSED' then case when send.closed_at is null then 'declined' else 'closed' end
  when send.transfer_status = 'COMPLETED' then 'completed'
  when send.transfer_status = 'FAILED' then 'failed'
  when send.request_id is not null then 'in-progress'
  when request.state = 'AWAITING_APPROVAL' then 'awaiting'
  when request.state in ('REJECTED', 'EXPIRED', 'CANCELLED') then lower(request.state)
  else 'in-progress' end`;

/** What the status of a request is written from (`describeRequestStatus`), as JSON. */
const STATUS_CELL = sql`json_build_object('state', request.state, 'send', case when send.request_id is not null then
  json_build_object('state', send.state, 'isClosed', send.closed_at is not null, 'transferStatus', send.transfer_status)
  end)::text`;

/** A page of the list: after a position, at most `limit` rows. */
export interface ListRange {
  query: RequestListQuery;
  after?: RequestPosition | undefined;
  limit: number;
}

/** Builds the statement for the rows of a page: the request's ID, its batch where it stands for one, and its place. */
export function listStatement(reader: Reader, { query, after, limit }: ListRange): SQL {
  const conditions = [...listConditions(reader, query), ...(after ? [keysetCondition(query, after)] : [])];
  const batchId = foldsBatches(query) ? sql`case when batch.kind = 'batch' then batch.id end` : sql`null::uuid`;
  const { asset, value } = placeOf(query);
  return sql`select request.id, ${batchId} as "batchId", ${asset} as asset, ${value} as value
    from ${listTables(reader, query)} where ${joinConditions(conditions)} order by ${listOrder(query)} limit ${limit}`;
}

const MAX_NEWER = 1000;

/** Builds the statement that counts the rows above a position in a list with the newest first, up to 1,000. */
export function newerRequestsStatement(reader: Reader, query: RequestListQuery, than: RequestPosition): SQL {
  const above = sql`(request.created_at, request.id) > (${toInstant(than.value)}, ${than.id}::uuid)`;
  return sql`select count(*)::int as count from (
    select 1 from ${listTables(reader, query)} where ${joinConditions([...listConditions(reader, query), above])}
    limit ${MAX_NEWER}) as newer`;
}

function placeOf({ sort, batch }: RequestListQuery): Record<'asset' | 'value', SQL> {
  if (sort === 'amount') return { asset: sql`version.fixed_asset`, value: sql`version.fixed_amount::text` };
  if (batch) return { asset: sql`null`, value: sql`request.bundle_position::text` };
  return { asset: sql`null`, value: sql`trunc(extract(epoch from request.created_at) * 1000000)::text` };
}

function listTables(reader: Reader, query: RequestListQuery): SQL {
  if (foldsBatches(query))
    return sql`withdrawal_requests request left join bundles batch on batch.id = request.bundle_id`;
  const { asset, network, profile, recipient } = query.values;
  const needsVersion =
    query.sort === 'amount' || asset || network || profile || recipient || visibleRequests(reader) !== undefined;
  // Without the join where nothing asks for it: its size is what misleads the planner most.
  return needsVersion ? REQUESTS_WITH_VERSION : sql`withdrawal_requests request`;
}

/**
 * Builds the `order by` of a query: by time, or by asset and amount, and by ID among equals. The requests of one batch,
 * which have one time, come in the order of its sheet.
 */
function listOrder({ sort, isAscending, batch }: RequestListQuery): SQL {
  if (sort === 'amount')
    return sql`version.fixed_asset, ${isAscending ? sql`version.fixed_amount` : LARGEST_FIRST}, version.request_id`;
  if (batch) return sql`request.bundle_position`;
  return isAscending ? sql`request.created_at, request.id` : sql`request.created_at desc, request.id desc`;
}

const LARGEST_FIRST = sql`(-version.fixed_amount)`;

/** Builds the statement for the number of requests that an export has, with their sums by asset. */
export function exportSumsStatement(reader: Reader, query: RequestListQuery): SQL {
  return sql`select version.fixed_asset as asset, count(*)::int as count,
      trim_scale(coalesce(sum(version.fixed_amount) filter (where version.fixed_amount >= 0), 0))::text as total
    from ${REQUESTS_WITH_VERSION} where ${joinConditions(listConditions(reader, query, false))} group by 1 order by 1`;
}

/**
 * Builds the statement of an export: one text for each request, its cells (REQUEST_EXPORT_COLUMNS) joined by the
 * separator. A batch is exported as its requests.
 */
export function exportStatement(reader: Reader, query: RequestListQuery, separator: string): SQL {
  const cells: Record<RequestExportColumn, SQL> = {
    created: sql`to_char(request.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    reference: sql`request.ref_id`,
    status: STATUS_CELL,
    asset: sql`version.fixed_asset`,
    amount: sql`coalesce(${bodyMember('amount')}, ${bodyMember('total')})`,
    fee: sql`case when ${bodyMember('amount')} is null then 'included' else 'on top' end`,
    sent_asset: sql`version.asset`,
    recipient: sql`entry.name`,
    destination: bodyMember('destination_address'),
    memo: bodyMember('memo'),
    network: sql`version.network`,
    profile: sql`version.profile_id`,
    requester: sql`requester.label`,
    batch: sql`batch.name`,
    reason: sql`version.note`,
    request: sql`request.id::text`,
    transfer: sql`send.transfer_id`,
    attachments: sql`(
      select string_agg(file ->> 'sha256', ' ' order by place)
      from json_array_elements(version.attachments::json) with ordinality as files (file, place)
    )`,
  };
  const columns = REQUEST_EXPORT_COLUMNS.map(({ id }) => cells[id]);
  // Once for each person: the label looks through all people.
  return sql`with requester as materialized (select people.id, ${personLabel()} as label from people)
    select concat(${sql.join(columns, sql`, ${separator}::text, `)})
    from withdrawal_requests request
    join (select *, convert_from(body, 'UTF8')::json as its from request_versions) as version
      on version.request_id = request.id and version.version = request.version
    join requester on requester.id = request.requester_id
    left join sends send on send.request_id = request.id
    left join bundles batch on batch.id = request.bundle_id and batch.kind = 'batch'
    left join recipients entry on entry.recipient_key = version.recipient_key and entry.state = 'ACTIVE'
      and ${visibleRecipients(reader, sql`entry.profiles`) ?? sql`true`}
    where ${joinConditions(listConditions(reader, query, false))} order by ${listOrder(query)}`;
}

function bodyMember(name: string): SQL {
  return sql`version.its ->> ${name}::text`;
}

function keysetCondition({ sort, isAscending, batch }: RequestListQuery, { asset, value, id }: RequestPosition): SQL {
  if (sort === 'amount') {
    const amount = sql`${value}::numeric`;
    return isAscending
      ? sql`(version.fixed_asset, version.fixed_amount, version.request_id) > (${asset}, ${amount}, ${id}::uuid)`
      : sql`(version.fixed_asset, ${LARGEST_FIRST}, version.request_id) > (${asset}, -${amount}, ${id}::uuid)`;
  }
  if (batch) return sql`request.bundle_position > ${value}::bigint`;
  return sql`(request.created_at, request.id) ${isAscending ? sql`>` : sql`<`} (${toInstant(value)}, ${id}::uuid)`;
}
