import 'server-only';
import { sql } from 'drizzle-orm';
import type { Vote } from '@/lib/requests/decisions';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { transferAlarms } from '@/lib/server/database/schema/transfer-watch';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';
import { explainUnaudited, readEvidenceEntries } from '@/lib/server/sends/claim/audit-evidence';
import { takeLease } from '@/lib/server/workers/lease';

const BATCH_SIZE = 200;

/** Place of the round through all sends with a transfer, by its id; a restart starts over. */
const place = () => singleton('sends.audit-watch', () => ({ transferId: '' }));

/**
 * Compares the next sends that have a transfer with the audit log, again and again, in one process at a time, and
 * raises an alarm about each whose request or approvals it does not have: docs/specification/send-protocol.md#watch.
 * Nothing is stopped: the claim holds such a send by itself, and a gap in the log alone must not end all payments.
 * Returns 0.
 */
export async function watchAudit(): Promise<number> {
  const lease = await takeLease('audit-watch', settings().SEND_LEASE_MS);
  if (!lease) return 0;
  try {
    await compareNext();
    return 0;
  } finally {
    await lease.release();
  }
}

interface SentRow extends Record<string, unknown> {
  transferId: string;
  requestId: string;
  refId: string;
  requesterId: string;
  version: number;
  bodySha256: string | null;
  attachments: string | null;
  required: number | null;
  votes: Pick<Vote, 'personId' | 'version' | 'verdict'>[];
  isRaised: boolean;
  isCovered: boolean;
}

async function compareNext(): Promise<void> {
  const rows = await readNext();
  place().transferId = rows.at(-1)?.transferId ?? '';
  const due = rows.filter(({ isRaised, isCovered }) => isCovered && !isRaised);
  if (due.length === 0) return;
  const entries = await readEvidenceEntries(
    database(),
    due.map(({ requestId }) => requestId),
  );
  for (const row of due) {
    const missing = explainMissing(row, entries);
    if (missing !== undefined) await raise(row, missing);
  }
}

/**
 * Reads the next sends by the index of their transfers. A request from before the first entry of the log is not
 * covered.
 */
async function readNext(): Promise<SentRow[]> {
  const { rows } = await database().execute<SentRow>(sql`
    select sends.transfer_id as "transferId", request.id as "requestId", request.ref_id as "refId",
      request.requester_id as "requesterId", request.version, version.body_sha256 as "bodySha256", version.attachments,
      version.required_approvals as required,
      coalesce((
        select json_agg(json_build_object('personId', person_id, 'version', version, 'verdict', verdict))
        from decisions where request_id = request.id and version = request.version
      ), '[]') as votes,
      exists (select 1 from transfer_alarms where transfer_id = sends.transfer_id) as "isRaised",
      request.created_at >= coalesce((select at from audit_log order by seq limit 1), '-infinity') as "isCovered"
    from (
      select request_id, transfer_id from sends where transfer_id > ${place().transferId}
      order by transfer_id limit ${BATCH_SIZE}
    ) sends
    join withdrawal_requests request on request.id = sends.request_id
    left join request_versions version on version.request_id = request.id and version.version = request.version
    order by sends.transfer_id`);
  return rows;
}

function explainMissing(row: SentRow, entries: Parameters<typeof explainUnaudited>[1]): string | undefined {
  const { requestId: id, requesterId, version, bodySha256, attachments, required, votes } = row;
  const approvals = votes.filter(({ verdict }) => verdict === 'APPROVED').length;
  if (bodySha256 === null || approvals < (required ?? 1)) return 'Its stored request has too few approvals.';
  return explainUnaudited({ id, requesterId, version, bodySha256, attachments, votes }, entries);
}

async function raise({ transferId, requestId, refId }: SentRow, missingEntry: string): Promise<void> {
  const detail = {
    profileId: '',
    asset: '',
    network: '',
    amount: '',
    address: '',
    createdAt: '',
    refId,
    missingEntry,
  };
  const kind = 'unaudited' as const;
  await inTransaction(async (transaction) => {
    const stored = await transaction
      .insert(transferAlarms)
      .values({ transferId, kind, requestId, detail })
      .onConflictDoNothing()
      .returning({ transferId: transferAlarms.transferId });
    if (stored.length === 0) return;
    log.error({ transferId, kind, requestId }, 'sent withdrawal is not in the audit log');
    await appendAudits(transaction, [
      {
        action: 'transfer.alarm' as const,
        actor: null,
        subject: `request:${requestId}`,
        origin: null,
        after: { transferId, kind, detail },
      },
    ]);
  });
}
