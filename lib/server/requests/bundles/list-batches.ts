import 'server-only';
import { nameStatement, visibleRequests } from '@/lib/server/database/visible-profiles';
import { personLabel } from '@/lib/server/database/person-label';
import { type SQL, sql } from 'drizzle-orm';
import type { AssetTotal, BatchSummary } from '@/lib/requests/bundles/batches';
import { decidingRoles } from '@/lib/policy/rules';
import { ok, type Result } from '@/lib/result';
import { readPrepared } from '@/lib/server/database/client';
import type { Denial } from '@/lib/http/denials';
import { readBatchReviews } from '@/lib/server/requests/bundles/batch-findings';
import { readUsdValues, valueTotals } from '@/lib/server/mirror/figures/usd-values';
import { lacksRightToDecide } from '@/lib/server/rights/check';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';

const LIMIT = 100;

/** Lists the newest batches, at most 100. */
export async function listBatches(): Promise<Result<BatchSummary[], Denial>> {
  const reader = await authorize('readWithdrawals');
  return reader.ok ? ok((await readBatches(reader.value, 'all', [])).map(({ batch }) => batch)) : reader;
}

/**
 * Lists batches with waiting items, oldest first. The caller has checked that the reader may read withdrawals.
 * `refused`: IDs of the requests of which the newest policy takes no approval (`readRefusedByNewest`).
 */
export async function listWaitingBatches(
  reader: Person,
  refused: readonly string[],
): Promise<{ needsMe: BatchSummary[]; others: BatchSummary[] }> {
  const waiting = (await readBatches(reader, 'waiting', refused)).toReversed();
  const reviews = await readBatchReviews(
    reader,
    waiting.map(({ batch: { id, waiting: rows }, votes }) => ({ id, waiting: rows, votes })),
  );
  const withReview = (batch: BatchSummary) => {
    const review = reviews.get(batch.id);
    return review ? { ...batch, review } : batch;
  };
  const toBatches = (needsReader: boolean) =>
    waiting.filter(({ needs }) => needs === needsReader).map(({ batch }) => withReview(batch));
  return { needsMe: toBatches(true), others: toBatches(false) };
}

const HAS_WAITING = sql`and exists (
  select 1 from withdrawal_requests where bundle_id = bundles.id and state = 'AWAITING_APPROVAL' and expires_at > now())`;

type Row = Omit<BatchSummary, 'totals' | 'value' | 'review'> & { totals: AssetTotal[]; needs: boolean; votes: number };

async function readBatches(
  reader: Person,
  which: 'all' | 'waiting',
  refused: readonly string[],
): Promise<{ batch: BatchSummary; needs: boolean; votes: number }[]> {
  const select = () => selectBatches(reader, which === 'waiting');
  const rows = await readPrepared<Row>(nameStatement(reader, `batches_${which}`), select, {
    readerId: reader.id,
    deciding: decidingRoles(reader.roles),
    refused,
  });
  const assets = rows.flatMap(({ totals }) => totals.map(({ asset }) => asset));
  const valueOf = await readUsdValues(reader, assets);
  return rows.map(({ needs, votes, ...batch }) => ({
    needs,
    votes,
    batch: { ...batch, ...valueTotals(batch.totals, valueOf), createdAt: new Date(batch.createdAt).toISOString() },
  }));
}

const hasVisible = (visible: SQL) => sql`and exists (
  select 1 from withdrawal_requests requests
  join request_versions versions on versions.request_id = requests.id and versions.version = requests.version
  where requests.bundle_id = bundles.id and ${visible})`;

/** `areWaiting`: of batches with waiting items, with the totals of those. */
function selectBatches(reader: Person, areWaiting: boolean): SQL {
  const visible = visibleRequests(reader, sql`versions.body`);
  const id = sql.placeholder('readerId');
  const item = {
    role: sql`required_role`,
    profile: sql`coalesce(body->>'profile_id', '')`,
    asked: sql`select distinct required_role, coalesce(body->>'profile_id', '') from items where is_waiting`,
  };
  return sql`
    with newest as (
      select bundles.* from bundles
      where kind = 'batch' ${areWaiting ? HAS_WAITING : sql``} ${visible ? hasVisible(visible) : sql``}
      order by created_at desc, id desc limit ${LIMIT}
    ),
    items as (
      select requests.bundle_id, requests.requester_id, requests.state as request_state,
        sends.state as send_state, sends.track_at,
        requests.state = 'AWAITING_APPROVAL' and requests.expires_at > now() as is_waiting,
        versions.required_role, versions.required_approvals, versions.required_groups, convert_from(versions.body, 'UTF8')::json as body, requests.bundle_position as position,
        exists (
          select 1 from decisions
          where decisions.request_id = requests.id and decisions.version = requests.version
            and ${id}::uuid in (person_id, for_person_id)
        ) as is_voted,
        (select count(*) from decisions where decisions.request_id = requests.id) as votes,
        requests.id = any(${sql.placeholder('refused')}::uuid[]) as is_refused
      from newest
      join withdrawal_requests requests on requests.bundle_id = newest.id
      join request_versions versions on versions.request_id = requests.id and versions.version = requests.version
        ${visible ? sql`and ${visible}` : sql``}
      left join sends on sends.request_id = requests.id
    ),
    sums as (
      select bundle_id, body->>'asset' as asset, count(*)::int as count, min(position) as first,
        trim_scale(sum(coalesce(body->>'amount', body->>'total')::numeric))::text as total
      from items ${areWaiting ? sql`where is_waiting` : sql``} group by bundle_id, body->>'asset'
    )
    select bundles.id, bundles.name, ${personLabel()} as "requesterName", bundles.requester_id = ${id}::uuid as "isMine",
      to_json(bundles.created_at)#>>'{}' as "createdAt", counts.*,
      (
        select coalesce(json_agg(json_build_object('asset', asset, 'count', count, 'total', total) order by first), '[]')
        from sums where sums.bundle_id = bundles.id
      ) as totals
    from newest bundles
    join people on people.id = bundles.requester_id
    cross join lateral (
      select count(*)::int as count, count(*) filter (where is_waiting)::int as waiting, sum(votes)::int as votes,
        count(*) filter (
          where send_state in ('QUEUED', 'SENDING') or (send_state = 'ACCEPTED' and track_at is not null)
        )::int as "inProgress",
        count(*) filter (where send_state in ('UNKNOWN', 'HOLD'))::int as "unknown",
        coalesce(bool_or(
          is_waiting and not is_voted and not is_refused and requester_id <> ${id}::uuid
          and required_role = any(${sql.placeholder('deciding')}::text[])
          and (json_array_length(required_groups) = 0
            or can_fill_place(required_approvals, required_groups, approver_groups_of(${id}::uuid)))
          and not ${lacksRightToDecide(item, sql`${id}::uuid`)}
        ), false) as needs
      from items where items.bundle_id = bundles.id
    ) as counts
    order by bundles.created_at desc, bundles.id desc`;
}
