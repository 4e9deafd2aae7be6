/**
 * The two queues of deliveries: to people by mail, and to targets. A claim takes what is due for one owner, postpones
 * it by two minutes and commits before anything leaves; a process that dies in between delivers once more, with the
 * same ids.
 */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { ToldNotice } from '@/lib/notifications/compose';
import { isNoticeKind } from '@/lib/notifications/kinds';
import { database } from '@/lib/server/database/client';
import { backoffMs, fromNow } from '@/lib/server/workers/backoff';

const LEASE = sql`interval '2 minutes'`;
const MAX_BUNDLED = 200;
const MAX_ATTEMPTS = 10;
const BACKOFF = { firstMs: 15_000, maxMs: 3_600_000 };

/** A queue of deliveries, whose rows belong to owners. */
export interface DeliveryQueue {
  table: SQL;
  owner: SQL;
  /** How many messages an owner gets in a minute; what comes beyond goes together in the next one. */
  maxAMinute: number;
}

export const TO_PEOPLE: DeliveryQueue = { table: sql`notice_deliveries`, owner: sql`person_id`, maxAMinute: 5 };
export const TO_TARGETS: DeliveryQueue = { table: sql`target_deliveries`, owner: sql`target_id`, maxAMinute: 20 };

/** What was claimed for one owner. */
export interface Claimed {
  ownerId: string;
  attempts: number;
  noticeIds: string[];
  /** Those of a kind that this version knows, oldest first. */
  notices: ToldNotice[];
}

/** Why a delivery failed. `isFinal`: it would fail later as well. */
export interface DeliveryFailure {
  reason: string;
  isFinal: boolean;
  /** Seconds to wait at least. */
  retryAfterS?: number;
}

/** Claims what is due for the owner who has waited longest, but for these; undefined where nothing is. */
export async function claimDue(
  { table, owner, maxAMinute }: DeliveryQueue,
  except: readonly string[] = [],
): Promise<Claimed | undefined> {
  const { rows } = await database().execute<{
    owner_id: string;
    attempts: number;
    id: string;
    kind: string;
    path: string;
    asset: string | null;
    amount: string | null;
    at: string;
  }>(sql`
    with waiting as (
      select ${owner} as owner_id, min(due_at) as since from ${table}
      where state = 'QUEUED' and due_at <= now() and ${owner} <> all(${sql.param([...except])}::uuid[])
      group by ${owner}
    ), chosen as (
      select owner_id from waiting
      where (select count(distinct ended_at) from ${table} sent where sent.${owner} = waiting.owner_id
        and state = 'SENT' and ended_at > now() - interval '1 minute') < ${maxAMinute}
      order by since limit 1
    ), due as (
      select notice_id, ${owner} as owner_id from ${table}
      where state = 'QUEUED' and due_at <= now() and ${owner} = (select owner_id from chosen)
      order by due_at limit ${MAX_BUNDLED} for update skip locked
    ), claimed as (
      update ${table} as delivery set attempts = attempts + 1, due_at = now() + ${LEASE}
      from due where delivery.notice_id = due.notice_id and delivery.${owner} = due.owner_id
      returning delivery.notice_id, due.owner_id, attempts
    )
    select claimed.owner_id, claimed.attempts, notices.id, notices.kind, notices.path, notices.asset,
      notices.amount, to_json(notices.at) #>> '{}' as at
    from claimed join notices on notices.id = claimed.notice_id
    order by notices.at, notices.id`);
  const [first] = rows;
  if (!first) return undefined;
  const notices = rows.flatMap(({ id, kind, path, asset, amount, at }): ToldNotice[] =>
    isNoticeKind(kind) ? [{ id, kind, path, asset, amount, at: new Date(at) }] : [],
  );
  const attempts = Math.max(...rows.map((row) => row.attempts));
  return { ownerId: first.owner_id, attempts, noticeIds: rows.map(({ id }) => id), notices };
}

/** Records what became of claimed deliveries: sent, to be tried again with a longer wait, or given up (DEAD). */
export async function recordDelivery(
  { table, owner }: DeliveryQueue,
  { ownerId, attempts, noticeIds }: Claimed,
  failure: DeliveryFailure | undefined,
): Promise<void> {
  const isOver = failure === undefined || failure.isFinal || attempts >= MAX_ATTEMPTS;
  const waitMs = Math.max(backoffMs(attempts - 1, BACKOFF), (failure?.retryAfterS ?? 0) * 1000);
  const outcome = isOver
    ? sql`state = ${failure ? 'DEAD' : 'SENT'}, ended_at = now()`
    : sql`due_at = ${fromNow(waitMs)}`;
  await database().execute(sql`
    update ${table} set failure = ${failure?.reason ?? null}, ${outcome}
    where ${owner} = ${ownerId}::uuid and state = 'QUEUED' and notice_id = any(${sql.param(noticeIds)}::uuid[])`);
}
