import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { completeAsOf, type SyncState } from '@/lib/mirror/sync';
import type { Amount } from '@/lib/money/amounts';
import type { TimeLimit } from '@/lib/policy/time-limits';
import type { Transaction } from '@/lib/server/database/client';
import { joinConditions } from '@/lib/server/mirror/filter-conditions';
import { STORED_WITH_REPLACEMENTS } from '@/lib/server/mirror/store';
import { type LimitSubject, requestConditions, transferConditions } from '@/lib/server/requests/limit-scope';
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

interface Counting {
  from: Date;
  until?: Date | undefined;
  countsTransfers: boolean;
  /** All accounts of the requester. */
  accounts: readonly string[];
}

/** Reads what counts in a window, by asset. */
export async function readCounted(
  reader: Reader,
  overTime: TimeLimit,
  subject: LimitSubject,
  counting: Counting,
): Promise<Counted[]> {
  const { rows } = await reader.execute<Counted & Record<string, unknown>>(
    countsStatement(overTime, subject, counting),
  );
  return rows;
}

/**
 * Builds the query of what counts in a window, by asset. A transfer without a readable time counts as unreadable from when
 * it was first seen. Exported for the test of its plan.
 */
export function countsStatement(
  overTime: TimeLimit,
  subject: LimitSubject,
  { from, until, countsTransfers, accounts }: Counting,
): SQL {
  const within = (column: SQL) =>
    until
      ? sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`
      : sql`${column} > ${from.toISOString()}::timestamptz`;
  const requests = sql`
    select fixed_asset as asset, sum(fixed_amount) as amount, count(*) as times,
      count(*) filter (where fixed_amount < 0) as unreadable
    from request_versions v join withdrawal_requests r on r.id = v.request_id and r.version = v.version
    where ${joinConditions([within(sql`v.counts_at`), CAN_LEAVE, ...requestConditions(overTime, { ...subject, accounts })])}
    group by 1`;
  const transfers = sql`
    select asset, sum(left_amount) as amount, count(*) as times, count(*) filter (where left_amount is null) as unreadable
    from (
      select asset, id, ref_key, record,
        case when created_at = '-infinity' then null
          when coalesce(record->>'balance_asset', asset) = asset then coalesce(total, amount) else amount end as left_amount
      from mirror_transfers
      where ${joinConditions([
        sql`(${within(sql`created_at`)} or (created_at = '-infinity' and ${within(sql`first_seen_at`)}))`,
        sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status <> 'FAILED'`,
        ...transferConditions(overTime, subject),
      ])}
    ) t
    where not exists (select 1 from withdrawal_requests r
        where lower(r.ref_id) collate "C" = t.ref_key and r.ref_id = t.record->>'ref_id' and ${CAN_LEAVE})
      and not exists (select 1 from sends s join withdrawal_requests r on r.id = s.request_id
        where s.transfer_id = t.id and ${CAN_LEAVE})
    group by 1`;
  return sql`
    select asset, trim_scale(coalesce(sum(amount), 0))::text as amount, sum(times)::float8 as times,
      sum(unreadable)::float8 as unreadable
    from (${requests} ${countsTransfers ? sql`union all ${transfers}` : sql``}) counted group by 1 order by 1`;
}

/** The condition that a request has left or still can; the opposite of `isUnpaid` (lib/requests/follow-up.ts). */
const CAN_LEAVE = sql`(r.state not in ('REJECTED', 'EXPIRED', 'CANCELLED') and not exists (
  select 1 from sends ended where ended.request_id = r.id
    and (ended.state = 'REFUSED' or (ended.state = 'ACCEPTED' and ended.transfer_status = 'FAILED'))))`;

/** The copy of the transfers, as far as it tells whether it lacks some. */
export interface MirrorState {
  /** Why the copy may lack some of any time, as a clause; undefined where it is complete and recent. */
  fault?: string | undefined;
  /** When the last of the records that could not be stored was first seen, in milliseconds since 1970; null for none. */
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
