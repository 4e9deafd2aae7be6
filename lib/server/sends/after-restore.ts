import 'server-only';
import { eq, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { restoreStep } from '@/lib/sends/steps';
import { appendAudits } from '@/lib/server/database/append-audit';
import { commitDurably, type Transaction, withClient } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { checkMigrations } from '@/lib/server/database/start-check';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { columnsOf } from '@/lib/server/sends/write-step';

const NAME = 'countersign-after-restore';
const REASON = 'The database was restored from a backup.';
const STOP_REASON = `${REASON} Find what was sent since the backup before you resume sending; see docs/operations.md.`;

/** Withdrawal that may have continued since the backup, and its state in the backup. */
interface AffectedRequest {
  requestId: string;
  refId: string;
  before: string;
}

/** Changes made to a restored database. */
export interface Restored {
  /** Sends that may have left since the backup. Their outcome is unknown now; reconciliation looks for them first. */
  sends: AffectedRequest[];
  /** Requests that may have been approved and sent since the backup; expired. */
  requests: AffectedRequest[];
  sessions: number;
  /** Last entry of the audit log in the backup. Later entries are lost to this database. */
  audit: { seq: string; hash: string };
}

/**
 * Makes a restored database safe to start a console on. A backup knows only what was true when it was made, so a
 * console would send again what was sent since. Begins an epoch, so that no request of the backup is approved or
 * changed and sending resumes only after a full check of all transfers; stops all sending, marks every send that may
 * have left as UNKNOWN (docs/specification/send-protocol.md#reconcile), expires every request that could be approved a
 * second time, ends all sessions, and has the mirror read again. One transaction, safe to repeat. Throws while a
 * console is connected, and where the database is not at this version's migrations.
 */
export async function settleAfterRestore(databaseUrl: string, { quietMs }: { quietMs: number }): Promise<Restored> {
  return withClient({ connectionString: databaseUrl, application_name: NAME }, async (client) => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name in ('countersign', 'countersign-mirror', 'countersign-lookup')`,
    );
    if (rows.length > 0) throw new Error('A console is connected to this database. Stop every console first.');
    if ((await checkMigrations(client)) !== 'current')
      throw new Error(
        'The database is not at this version. ' +
          'First run npm run migrate with the version that made the backup, or a newer one.',
      );
    return drizzle(client).transaction((transaction) => settle(transaction, quietMs));
  });
}

async function settle(transaction: Transaction, quietMs: number): Promise<Restored> {
  await commitDurably(transaction);
  // A crash of the database right after must not undo it.
  await transaction.execute(sql`set local synchronous_commit = on`);
  // First, so that an open proposal to resume sending is void: it names an earlier stop.
  await transaction.execute(
    sql`update stop_switch
      set is_stopped = true, reason = ${STOP_REASON}, changed_by = null, changed_at = clock_timestamp()`,
  );
  const audit = await readHead(transaction);
  // Before the sends: from here on, every request and send in this database is from before the restore.
  await transaction.execute(sql`
    insert into restore_epochs (number, audit_seq, audit_hash)
    select coalesce(max(number), 0) + 1, ${audit.seq}::bigint, ${audit.hash} from restore_epochs`);
  const lost = await markSendsUnknown(transaction, quietMs);
  const requests = await expireRequests(transaction);
  // A session that was ended since the backup, or a role that was removed, must not come back.
  const { rowCount } = await transaction.execute(sql`update sessions set ended_at = now() where ended_at is null`);
  await transaction.execute(sql`delete from worker_leases`);
  await transaction.execute(sql`update mirror_sync set state = '{}', updated_at = now()`);
  await transaction.execute(sql`update read_budget set next_at = now(), throttled_until = null`);
  const sessions = rowCount ?? 0;
  await appendAudits(transaction, [
    ...lost.map((send) => toAuditEntry('send.lost', send, 'UNKNOWN')),
    ...requests.map((request) => toAuditEntry('request.expired', request, 'EXPIRED')),
    {
      action: 'database.restored',
      actor: null,
      subject: 'database',
      origin: null,
      before: { audit },
      after: { sends: lost.length, requests: requests.length, sessions },
    },
  ]);
  return { sends: lost, requests, sessions, audit };
}

/** Marks every send that may have left since the backup (`restoreStep`). */
async function markSendsUnknown(transaction: Transaction, quietMs: number): Promise<AffectedRequest[]> {
  const found = await transaction
    .select({
      requestId: sends.requestId,
      refId: withdrawalRequests.refId,
      state: sends.state,
      hold: sends.hold,
    })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .where(notInArray(sends.state, ['ACCEPTED', 'REFUSED']))
    .orderBy(sends.requestId)
    .for('update', { of: sends });
  const affected: AffectedRequest[] = [];
  for (const { requestId, refId, state, hold } of found) {
    const step = restoreStep({ state, hold });
    if (!step) continue;
    await transaction
      .update(sends)
      .set(columnsOf(step, { 'quiet-period': quietMs }))
      .where(eq(sends.requestId, requestId));
    affected.push({ requestId, refId, before: state });
  }
  await transaction.execute(
    sql`update send_attempts set ended_at = now(), reason = 'lease-lost' where ended_at is null`,
  );
  return affected;
}

/**
 * Expires requests that wait for approval or for a test payment to be confirmed: approving or confirming a second time
 * would send again what was sent since the backup.
 */
async function expireRequests(transaction: Transaction): Promise<AffectedRequest[]> {
  const { rows } = await transaction.execute<AffectedRequest & Record<string, unknown>>(sql`
    with open as (
      select id, state from withdrawal_requests
      where state in ('DRAFT', 'AWAITING_APPROVAL')
        or (state = 'APPROVED' and not exists (select 1 from sends where request_id = withdrawal_requests.id))
      order by id for update
    )
    update withdrawal_requests r set state = 'EXPIRED', updated_at = now() from open where r.id = open.id
    returning r.id as "requestId", r.ref_id as "refId", open.state as before`);
  return rows;
}

async function readHead(transaction: Transaction): Promise<Restored['audit']> {
  const { rows } = await transaction.execute<Restored['audit']>(sql`select seq::text, hash from audit_head`);
  const [head] = rows;
  if (!head) throw new Error('the table audit_head has no row');
  return head;
}

function toAuditEntry(
  action: 'send.lost' | 'request.expired',
  { requestId, before }: AffectedRequest,
  after: string,
): AuditEntry {
  return {
    ...startAuditEntry(action, requestId),
    before: { state: before },
    after: { state: after },
    reason: REASON,
  };
}

/** Lists the changes for the operator who restored the database, with the references to look up. */
export function describeRestored({ sends: lost, requests, sessions, audit }: Restored): string {
  return [
    'Sending is stopped. Two administrators can resume it on the page Status, once all transfers were read again and no outcome is unknown any more.',
    `Sends whose outcome is unknown now, and which are looked for at the service: ${lost.length}`,
    ...lost.map(describeAffected),
    `Requests that expired, since they may have been approved and sent after the backup: ${requests.length}`,
    'They cannot be approved or changed. Look up each reference under Transfers before anyone requests the withdrawal again.',
    ...requests.map(describeAffected),
    `Sessions ended: ${sessions}`,
    `The audit log of the backup ends at entry ${audit.seq}, ${audit.hash}.`,
    'Keep every export with later entries: they are not in this database.',
    '',
  ].join('\n');
}

function describeAffected({ refId, before }: AffectedRequest): string {
  return `  ${refId}  (was ${before})`;
}
