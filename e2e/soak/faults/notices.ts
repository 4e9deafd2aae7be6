import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '@/e2e/soak/faults/test-system';

// Mail waits with every failure, and nobody gets more than five in a minute.
const LIMIT_MS = 300_000;
const KINDS = ['approval-needed', 'transfer-completed'] as const;

/** What became of the notices of a run. */
export interface NoticeReport {
  notices: number;
  /** Deliveries that took more than one attempt. */
  repeated: number;
  problems: string[];
}

interface Told {
  refId: string;
  kind: (typeof KINDS)[number];
  notices: number;
  deliveries: number;
  failed: number;
}

/**
 * Waits until people were notified of what happened in a run, and finds what was lost: of every withdrawal, approvers
 * were notified when it was requested, and its requester when it was completed, each notice once.
 */
export async function checkNotices(system: TestSystem): Promise<NoticeReport> {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end && (await countWaiting(system)) > 0) await delay(1_000);
  const { rows } = await system.pool.query<Told>(
    `select requests.ref_id as "refId", kinds.kind,
       count(distinct notices.id)::int as notices, count(deliveries.notice_id)::int as deliveries,
       count(*) filter (where deliveries.state <> 'SENT')::int as failed
     from withdrawal_requests requests cross join unnest($1::text[]) as kinds(kind)
     left join notices on notices.path = '/withdrawals/' || requests.id and notices.kind = kinds.kind
     left join notice_deliveries deliveries on deliveries.notice_id = notices.id
     where requests.state = 'SENT' group by requests.ref_id, kinds.kind`,
    [KINDS],
  );
  const { rows: totals } = await system.pool.query<{ notices: number; repeated: number; twice: number }>(
    `select (select count(*)::int from notices) as notices,
       (select count(*)::int from notice_deliveries where attempts > 1) as repeated,
       (select count(*)::int from (select 1 from notices group by kind, path having count(*) > 1 and kind = any($1)) twice) as twice`,
    [KINDS],
  );
  const { notices = 0, repeated = 0, twice = 0 } = totals[0] ?? {};
  const problems = rows.flatMap(({ refId, kind, notices: planned, deliveries, failed }) => {
    // A person who decided before the notice was planned is not notified that a decision waits.
    if (planned === 0 || (deliveries === 0 && kind === 'transfer-completed'))
      return [`nobody was told of ${refId}: ${kind}`];
    return failed > 0 ? [`${failed} of ${deliveries} deliveries about ${refId} failed: ${kind}`] : [];
  });
  return { notices, repeated, problems: [...problems, ...(twice > 0 ? [`${twice} things were told twice`] : [])] };
}

/** Counts deliveries that are under way, and withdrawals whose end the service has and nobody was notified of. */
async function countWaiting(system: TestSystem): Promise<number> {
  const { rows } = await system.pool.query<{ waiting: number }>(
    `select (select count(*) from notice_deliveries where state = 'QUEUED')::int
       + (select count(*) from sends where state = 'ACCEPTED' and track_at is not null)::int
       + (select count(*) from audit_log where seq > (select audit_seq from notice_progress))::int as waiting`,
  );
  return rows[0]?.waiting ?? 0;
}
