import 'server-only';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { appendAudits } from '@/lib/server/database/append-audit';
import type { Transaction } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import * as schema from '@/lib/server/database/schema';

const NAME = 'countersign-after-restore';
const REASON = 'The database was restored from a backup.';
const STOP_REASON = `${REASON} What was sent since then must be found first; see docs/operations.md.`;

/** A withdrawal that may have gone on since the backup, and the state in which the backup has it. */
interface Left {
  requestId: string;
  refId: string;
  before: string;
}

/** What was done to a restored database. */
export interface Restored {
  /** Sends that may have left since: all in doubt now, and looked for at the service before anything is sent. */
  sends: Left[];
  /** Requests that may have been approved and sent since: expired. Whoever still wants one asks anew, once it is known not to be at the service. */
  requests: Left[];
  sessions: number;
  /** Where the audit log of the backup ends. What was written after that is lost to this database. */
  audit: { seq: string; hash: string };
}

/**
 * Makes a restored database safe to start a console on. A backup believes of every withdrawal what was true when it was
 * made; what was sent since would be sent again. So all sending is stopped, whatever may have left counts as unknown
 * (send-protocol, step 6: it is looked for before it is sent), what could be approved a second time expires, everybody
 * signs in anew, and the mirror is read again. In one transaction, and safe to repeat. Throws while a console is connected
 * or where the database is not at this version's migrations.
 */
export async function settleAfterRestore(databaseUrl: string, { quietMs }: { quietMs: number }): Promise<Restored> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, application_name: NAME });
  // A connection that breaks emits besides failing the query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name in ('countersign', 'countersign-mirror')`,
    );
    if (rows.length > 0) throw new Error('A console is connected to this database. Stop every console first.');
    if ((await checkMigrations(client)) !== 'current')
      throw new Error(
        'The database is not at this version. Run npm run migrate with the version that made the backup, or a newer one, first.',
      );
    return await drizzle(client, { schema }).transaction((transaction) => settle(transaction, quietMs));
  } finally {
    await client.end();
  }
}

async function settle(transaction: Transaction, quietMs: number): Promise<Restored> {
  // First, so that an open wish to let sending go on is void, and nothing of the backup's own time counts.
  await transaction.execute(
    sql`update stop_switch set is_stopped = true, reason = ${STOP_REASON}, changed_by = null, changed_at = clock_timestamp()`,
  );
  const sends = await doubtSends(transaction, quietMs);
  const requests = await expireRequests(transaction);
  // A session that was ended since, or a role that was taken away, must not come back.
  const { rowCount } = await transaction.execute(sql`update sessions set ended_at = now() where ended_at is null`);
  await transaction.execute(sql`delete from worker_leases`);
  await transaction.execute(sql`update mirror_sync set state = '{}', updated_at = now()`);
  await transaction.execute(sql`update read_budget set next_at = now(), throttled_until = null`);
  const audit = await readHead(transaction);
  const sessions = rowCount ?? 0;
  await appendAudits(transaction, [
    ...sends.map((left) => entryOf('send.lost', left, 'UNKNOWN')),
    ...requests.map((left) => entryOf('request.expired', left, 'EXPIRED')),
    {
      action: 'database.restored',
      actor: null,
      subject: 'database',
      origin: null,
      before: { audit },
      after: { sends: sends.length, requests: requests.length, sessions },
    },
  ]);
  return { sends, requests, sessions, audit };
}

/** What waited to be sent, was being sent or was in doubt may all have gone through since. What is no longer what was approved cannot have. */
async function doubtSends(transaction: Transaction, quietMs: number): Promise<Left[]> {
  const { rows } = await transaction.execute<Left & Record<string, unknown>>(sql`
    with left_over as (
      select request_id, state from sends
      where state in ('QUEUED', 'SENDING', 'UNKNOWN') or (state = 'HOLD' and hold->>'kind' is distinct from 'changed')
      order by request_id for update
    )
    update sends set state = 'UNKNOWN', fence = fence + 1, lease_until = null, is_ambiguous = true, hold = null, misses = 0, updated_at = now(),
      posts = posts + case when left_over.state in ('QUEUED', 'SENDING') then 1 else 0 end,
      reconcile_at = now() + make_interval(secs => ${quietMs / 1000}::float8)
    from left_over, withdrawal_requests r where left_over.request_id = sends.request_id and r.id = sends.request_id
    returning sends.request_id as "requestId", r.ref_id as "refId", left_over.state as before`);
  await transaction.execute(
    sql`update send_attempts set ended_at = now(), reason = 'lease-lost' where ended_at is null`,
  );
  return rows;
}

/** Approving the same bytes again, or confirming a test again, would send what was sent since. */
async function expireRequests(transaction: Transaction): Promise<Left[]> {
  const { rows } = await transaction.execute<Left & Record<string, unknown>>(sql`
    with open as (
      select id, state from withdrawal_requests
      where state in ('DRAFT', 'AWAITING_APPROVAL') or (state = 'APPROVED' and not exists (select 1 from sends where request_id = withdrawal_requests.id))
      order by id for update
    )
    update withdrawal_requests r set state = 'EXPIRED', updated_at = now() from open where r.id = open.id
    returning r.id as "requestId", r.ref_id as "refId", open.state as before`);
  return rows;
}

async function readHead(transaction: Transaction): Promise<Restored['audit']> {
  const { rows } = await transaction.execute<Restored['audit']>(sql`select seq::text, hash from audit_head`);
  const [head] = rows;
  if (!head) throw new Error('the audit log has no end');
  return head;
}

function entryOf(action: 'send.lost' | 'request.expired', { requestId, before }: Left, after: string): AuditEntry {
  return {
    action,
    actor: null,
    subject: `request:${requestId}`,
    origin: null,
    before: { state: before },
    after: { state: after },
    reason: REASON,
  };
}

/** What was done, for whoever restored it, with the references to look up. */
export function describeRestored({ sends, requests, sessions, audit }: Restored): string {
  return [
    'Sending is stopped. Two administrators let it go on, on the page Status, when nothing is in doubt any more.',
    `Sends that are in doubt now and are looked for at the service: ${sends.length}`,
    ...sends.map(describeLeft),
    `Requests that expired, since they may have been approved and sent after the backup: ${requests.length}. Look each up under Transfers before anybody asks for it again.`,
    ...requests.map(describeLeft),
    `Sessions ended: ${sessions}`,
    `The audit log of the backup ends at entry ${audit.seq}, ${audit.hash}. Keep every export that goes on after it: it tells what this database does not know.`,
    '',
  ].join('\n');
}

function describeLeft({ refId, before }: Left): string {
  return `  ${refId}  (was ${before})`;
}
