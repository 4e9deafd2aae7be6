import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';

const PER_ROUND = 20;

/**
 * Raises an alarm about sends that ended as not sent, by two people or by a refusal, and whose reference the mirror holds
 * all the same. Sends nothing and changes no state. Gives how many there were.
 */
export async function watchClosed(): Promise<number> {
  const { rows } = await database().execute<{ requestId: string; transferId: string }>(sql`
    select sends.request_id as "requestId", min(mirror.id) as "transferId"
    from sends join withdrawal_requests requests on requests.id = sends.request_id
    join mirror_transfers mirror on mirror.ref_key = lower(requests.ref_id) and mirror.record ->> 'ref_id' = requests.ref_id
    where sends.state = 'REFUSED' and sends.alarm is null
    group by sends.request_id limit ${PER_ROUND}`);
  for (const { requestId, transferId } of rows) await raiseAlarm(requestId, transferId);
  return rows.length;
}

async function raiseAlarm(requestId: string, transferId: string): Promise<void> {
  const alarm = `The service has transfer ${transferId} with this reference, although this withdrawal was ended as not sent. Nothing more is sent. Find out whether it was paid before anybody pays it again.`;
  await inTransaction(async (transaction) => {
    const [raised] = await transaction
      .update(sends)
      .set({ alarm, updatedAt: sql`now()` })
      .where(and(eq(sends.requestId, requestId), eq(sends.state, 'REFUSED'), isNull(sends.alarm)))
      .returning({ requestId: sends.requestId });
    if (!raised) return;
    log.error({ requestId, transferId }, 'a withdrawal that ended as not sent is in the list of the service');
    const subject = `request:${requestId}`;
    await appendAudit(transaction, {
      action: 'send.tracked',
      actor: null,
      subject,
      origin: null,
      before: { alarm: null },
      after: { alarm, transferId },
    });
  });
}
