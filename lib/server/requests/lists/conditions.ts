import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { foldsBatches, type RequestListQuery, stateFiltersOf } from '@/lib/requests/list/query';
import type { StateFilter } from '@/lib/requests/stages';
import { readSearchTerm } from '@/lib/search/search-terms';
import { visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { timeConditions } from '@/lib/server/mirror/filter-conditions';
import { searchStatement } from '@/lib/server/requests/search/list-search';
import { UUID } from '@/lib/text/uuid';

/**
 * Builds the conditions of a query for a reader. Those of a list that folds batches take `batch` as a left join, those
 * of a list that does not (`isFolded` false) take `version`, where anything asks for it.
 */
export function listConditions(reader: Reader, query: RequestListQuery, isFolded = foldsBatches(query)): SQL[] {
  const { q, isMine, values, created, batch, before } = query;
  const term = readSearchTerm(q);
  return [
    ...(isFolded ? headConditions(reader) : visibleConditions(reader)),
    ...(isMine ? [sql`request.requester_id = ${reader.id}::uuid`] : []),
    ...anyOf(sql`request.requester_id`, values.requester, sql`uuid`),
    ...anyOf(sql`version.asset`, values.asset),
    ...anyOf(sql`version.network`, values.network),
    ...anyOf(sql`version.profile_id`, values.profile),
    ...recipientConditions(reader, values.recipient),
    ...stateConditions(stateFiltersOf(query)),
    ...timeConditions(sql`request.created_at`, created),
    ...(batch ? [batchCondition(batch)] : []),
    ...(before === undefined ? [] : [beforeCondition(before)]),
    ...(term ? [sql`request.id in (${searchStatement(reader, term)})`] : []),
  ];
}

function visibleConditions(reader: Reader): SQL[] {
  const visible = visibleRequests(reader, sql`version.body`);
  return visible ? [visible] : [];
}

/** A batch shows at its first request if the reader may see any of its requests. */
function headConditions(reader: Reader): SQL[] {
  const heads = [
    sql`(request.bundle_position is null or request.bundle_position < 2)`,
    sql`(request.bundle_position is distinct from 1 or batch.kind <> 'batch')`,
  ];
  const visible = visibleRequests(reader, sql`version.body`);
  if (!visible) return heads;
  const seen = (same: SQL) => sql`exists (
    select 1 from withdrawal_requests member
    join request_versions version on version.request_id = member.id and version.version = member.version
    where ${same} and ${visible})`;
  return [
    ...heads,
    sql`case when batch.kind = 'batch' then ${seen(sql`member.bundle_id = request.bundle_id`)}
      else ${seen(sql`member.id = request.id`)} end`,
  ];
}

function anyOf(column: SQL, values: readonly string[] | undefined, type = sql`text`): SQL[] {
  const [first, ...more] = (values ?? []).map(sanitizeText);
  if (first === undefined) return [];
  // With a single value, the index gives the order of the list as well.
  return [
    more.length === 0
      ? sql`${column} = ${first}::${type}`
      : sql`${column} = any(${sql.param([first, ...more])}::${type}[])`,
  ];
}

function recipientConditions(reader: Reader, ids: readonly string[] | undefined): SQL[] {
  if (!ids || ids.length === 0) return [];
  const visible = visibleRecipients(reader, sql`entry.profiles`) ?? sql`true`;
  return [
    sql`version.recipient_key in (
      select entry.recipient_key from recipients entry where entry.id = any(${sql.param([...ids])}::uuid[]) and ${visible})`,
  ];
}

function batchCondition(id: string): SQL {
  return sql`request.bundle_id = (select id from bundles where id = ${id}::uuid and kind = 'batch')`;
}

function beforeCondition(id: string): SQL {
  if (!UUID.test(id)) return sql`false`;
  return sql`(request.created_at, request.id) < (
    select earlier.created_at, earlier.id from withdrawal_requests earlier where earlier.id = ${id}::uuid)`;
}

// Only accepted sends that are not final are tracked. A remainder is approved and has no send.
const IN_PROGRESS = [
  sql`select request_id from sends where state in ('QUEUED', 'SENDING', 'UNKNOWN', 'HOLD')`,
  sql`select request_id from sends where track_at is not null`,
  sql`select id from withdrawal_requests approved where state = 'APPROVED'
    and not exists (select 1 from sends where request_id = approved.id)`,
];

const SENDS_OF: Partial<Record<StateFilter, readonly SQL[]>> = {
  'in-progress': IN_PROGRESS,
  unknown: [sql`select request_id from sends where state in ('UNKNOWN', 'HOLD')`],
  declined: [sql`select request_id from sends where state = 'REFUSED' and closed_at is null`],
  closed: [sql`select request_id from sends where state = 'REFUSED' and closed_at is not null`],
  completed: [sql`select request_id from sends where transfer_status = 'COMPLETED'`],
  failed: [sql`select request_id from sends where transfer_status = 'FAILED'`],
};

const STATES_OF: Partial<Record<StateFilter, string>> = {
  awaiting: 'AWAITING_APPROVAL',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
};

/** Builds the condition of the filters by state, any of which matches. */
function stateConditions(filters: readonly StateFilter[]): SQL[] {
  const states = filters.flatMap((filter) => STATES_OF[filter] ?? []);
  const sets = filters.flatMap((filter) => SENDS_OF[filter] ?? []);
  const [state] = states;
  const any = [
    ...(state === undefined
      ? []
      : [states.length === 1 ? sql`request.state = ${state}` : sql`request.state = any(${sql.param(states)}::text[])`]),
    ...(sets.length > 0 ? [sql`request.id in (${sql.join(sets, sql` union all `)})`] : []),
    // Most requests are finished, so those that are not are left out instead.
    ...(filters.includes('ended')
      ? [
          sql`(request.state <> 'AWAITING_APPROVAL'
            and request.id not in (${sql.join(IN_PROGRESS, sql` union all `)}))`,
        ]
      : []),
  ];
  if (any.length < 2) return any;
  return [sql`(${sql.join(any, sql` or `)})`];
}
