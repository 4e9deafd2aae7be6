import 'server-only';
import { anyOf, joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { completeAsOf, type SyncState } from '@/lib/mirror/sync';
import type { Amount } from '@/lib/money/amounts';
import type { TimeLimit } from '@/lib/policy/time-limits';
import type { Transaction } from '@/lib/server/database/client';
import { STORED_WITH_REPLACEMENTS } from '@/lib/server/mirror/sync/store';
import { type LimitSubject, requestConditions, transferConditions } from '@/lib/server/requests/limits/scope';
import { theService } from '@/lib/text/service-name';

type Reader = Pick<Transaction, 'execute'>;

/** How old a complete copy of the transfers may be. Reading what is new takes seconds. */
const MAX_MIRROR_AGE_MS = 15 * 60_000;

/** What counts in a window in one asset. */
export interface Counted {
  asset: string;
  amount: Amount;
  times: number;
  unreadable: number;
}

/** A window of a limit, and what counts in it. */
export interface Counting {
  overTime: TimeLimit;
  from: Date;
  until?: Date | undefined;
  countsTransfers: boolean;
  /** All accounts of the requester. */
  accounts: readonly string[];
}

/** Reads what counts in each of several windows, by asset, with one statement. */
export async function readCounted(
  reader: Reader,
  subject: LimitSubject,
  countings: readonly Counting[],
): Promise<Counted[][]> {
  const { rows } = await reader.execute<Counted & { position: number } & Record<string, unknown>>(
    countsStatement(subject, countings),
  );
  return countings.map((_, index) =>
    rows.filter(({ position }) => position === index + 1).map(({ position: _position, ...counted }) => counted),
  );
}

/**
 * Builds the query of what counts in each of several windows, by its position from 1 and by asset. Each table is read
 * once for all of them: to plan a query of its own for each takes longer than to run it. Exported for the test of its
 * plan.
 */
export function countsStatement(subject: LimitSubject, countings: readonly Counting[]): SQL {
  const ofRequests = countings.map((counting) =>
    joinConditions([
      within(counting, sql`v.counts_at`),
      ...requestConditions(counting.overTime, { ...subject, accounts: counting.accounts }),
    ]),
  );
  const requests = sql`
    select fixed_asset as asset, fixed_amount as amount, fixed_amount < 0 as is_unreadable,
      array[${sql.join(ofRequests, sql`, `)}] as counts_in
    from request_versions v join withdrawal_requests r on r.id = v.request_id and r.version = v.version
    where ${anyOf(ofRequests)} and ${CAN_LEAVE}`;
  const ofTransfers = countings.map((counting) =>
    counting.countsTransfers
      ? joinConditions([withinOrUndated(counting), ...transferConditions(counting.overTime, subject)])
      : sql`false`,
  );
  return sql`
    select position::int, asset, trim_scale(coalesce(sum(amount), 0))::text as amount, count(*)::float8 as times,
      count(*) filter (where is_unreadable)::float8 as unreadable
    from (${requests} union all ${transfersStatement(ofTransfers)}) counted,
      unnest(counts_in) with ordinality as windows(is_in, position)
    where is_in group by position, asset order by position, asset`;
}

/**
 * A transfer without a readable time counts as unreadable from when it was first seen. `is true` keeps the comparison
 * of the whole reference out of the join, where it would be taken from the record of every transfer.
 */
function transfersStatement(conditions: readonly SQL[]): SQL {
  return sql`
    select asset, left_amount as amount, left_amount is null as is_unreadable, counts_in
    from (
      select asset, id, ref_key, record, array[${sql.join([...conditions], sql`, `)}] as counts_in,
        case when created_at = '-infinity' then null
          when coalesce(record->>'balance_asset', asset) = asset then coalesce(total, amount) else amount end as left_amount
      from mirror_transfers
      where type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status <> 'FAILED' and ${anyOf(conditions)}
    ) t
    where not exists (select 1 from withdrawal_requests r
        where lower(r.ref_id) collate "C" = t.ref_key and (r.ref_id = t.record->>'ref_id') is true and ${CAN_LEAVE})
      and not exists (select 1 from sends s join withdrawal_requests r on r.id = s.request_id
        where s.transfer_id = t.id and ${CAN_LEAVE})`;
}

function within({ from, until }: Counting, column: SQL): SQL {
  return until
    ? sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`
    : sql`${column} > ${from.toISOString()}::timestamptz`;
}

function withinOrUndated(counting: Counting): SQL {
  const [dated, undated] = [within(counting, sql`created_at`), within(counting, sql`first_seen_at`)];
  return sql`(${dated} or (created_at = '-infinity' and ${undated}))`;
}

/** The condition that a request has left or still can; the opposite of `isUnpaid` (lib/requests/follow-up.ts). */
const CAN_LEAVE = sql`(r.state not in ('REJECTED', 'EXPIRED', 'CANCELLED') and not exists (
  select 1 from sends ended where ended.request_id = r.id
    and (ended.state = 'REFUSED' or (ended.state = 'ACCEPTED' and ended.transfer_status = 'FAILED'))))`;

/** The copy of the transfers, as far as it tells whether it lacks some. */
export interface MirrorState {
  /** Why the copy may lack some of any time, as a clause; undefined where it is complete and recent. */
  fault?: string | undefined;
  /**
   * When the last of the records that could not be stored was first seen, in milliseconds since 1970; null for none.
   */
  rejectedAt: number | null;
}

/** Reads whether the copy of the transfers is complete and recent, and when it last lost a record. */
export async function readMirrorState(reader: Reader): Promise<MirrorState> {
  const { rows } = await reader.execute<{ state: SyncState; ms: number; rejectedAt: number | null }>(sql`
    select state, (extract(epoch from now()) * 1000)::float8 as ms,
      (select (extract(epoch from max(first_seen_at)) * 1000)::float8 from mirror_quarantine
        where reason <> ${STORED_WITH_REPLACEMENTS}) as "rejectedAt"
    from mirror_sync`);
  const asOf = completeAsOf(rows[0]?.state ?? {});
  const copy = `the copy of the transfers of ${theService()}`;
  const rejectedAt = rows[0]?.rejectedAt ?? null;
  if (!rows[0] || asOf === null) return { fault: `${copy} is not complete`, rejectedAt };
  return { ...(rows[0].ms - Date.parse(asOf) > MAX_MIRROR_AGE_MS && { fault: `${copy} is out of date` }), rejectedAt };
}

/** Explains why the copy may lack transfers of a window, as a clause; undefined where it lacks none. */
export function explainMirrorFault({ fault, rejectedAt }: MirrorState, from: Date): string | undefined {
  if (fault !== undefined || rejectedAt === null || rejectedAt < from.getTime()) return fault;
  return `a record of ${theService()} that was first seen in this time could not be stored as a transfer`;
}
