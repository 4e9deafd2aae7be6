import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import { startAuditEntry } from '@/lib/server/sends/audit-entry';
import { TheService } from '@/lib/text/service-name';

const BATCH_SIZE = 20;

/**
 * Raises an alarm about sends that ended as not sent, closed by two people or declined, but whose reference the mirror
 * has. Sends nothing and changes no state. Returns how many there were: docs/specification/send-protocol.md#track.
 */
export async function watchClosed(): Promise<number> {
  const { rows } = await database().execute<{ requestId: string; transferId: string }>(sql`
    select sends.request_id as "requestId", min(mirror.id) as "transferId"
    from sends join withdrawal_requests requests on requests.id = sends.request_id
    join mirror_transfers mirror
      on mirror.ref_key = lower(requests.ref_id) and mirror.record ->> 'ref_id' = requests.ref_id
    where sends.state = 'REFUSED' and sends.alarm is null
    group by sends.request_id limit ${BATCH_SIZE}`);
  for (const { requestId, transferId } of rows) await raiseAlarm(requestId, transferId);
  return rows.length;
}

async function raiseAlarm(requestId: string, transferId: string): Promise<void> {
  const alarm =
    `${TheService()} has transfer ${transferId} with this reference, although this withdrawal ended as not sent. ` +
    'Nothing more is sent. Find out whether this withdrawal was paid before you pay it again.';
  await inTransaction(async (transaction) => {
    const [raised] = await transaction
      .update(sends)
      .set({ alarm, updatedAt: sql`now()` })
      .where(and(eq(sends.requestId, requestId), eq(sends.state, 'REFUSED'), isNull(sends.alarm)))
      .returning({ requestId: sends.requestId });
    if (!raised) return;
    log.error({ requestId, transferId }, 'transfer found for a withdrawal that ended as not sent');
    await appendAudit(transaction, {
      ...startAuditEntry('send.tracked', requestId),
      before: { alarm: null },
      after: { alarm, transferId },
    });
  });
}
