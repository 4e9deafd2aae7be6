import 'server-only';
import { and, asc, gt, lte, sql } from 'drizzle-orm';
import type { AuditLine } from '@/lib/audit/audit-log';
import { ok, type Result } from '@/lib/result';
import { actedBy, appendAudit, AUDIT_TIME_FORMAT } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';

const BATCH_SIZE = 500;

/**
 * Exports the whole log as JSON Lines (`AuditLine`), oldest first, up to and including the entry about this export. The
 * stream reads from the database as fast as it is consumed.
 */
export async function exportAudit(): Promise<Result<ReadableStream<Uint8Array>, Denial>> {
  const person = await authorize('readAudit', { limit: 'export' });
  if (!person.ok) return person;
  const last = await inTransaction(async (transaction) => {
    await appendAudit(transaction, { action: 'audit.exported', ...actedBy(person.value), subject: 'audit' });
    const [head] = await transaction.select({ seq: auditHead.seq }).from(auditHead);
    return head?.seq ?? 0;
  });
  const lastLine = `${JSON.stringify({ error: EXPORT_ENDED })}\n`;
  return ok(streamLines(last, createBatchGuard(person.value, 'readAudit', lastLine)));
}

function streamLines(last: number, mayGoOn: ReturnType<typeof createBatchGuard>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let lastSent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (!(await mayGoOn(controller))) return;
      const lines: AuditLine[] = await database()
        .select({
          seq: auditLog.seq,
          at: sql<string>`to_char(${auditLog.at} at time zone 'UTC', ${AUDIT_TIME_FORMAT})`,
          entry: auditLog.entry,
          hash: auditLog.hash,
          columns: { action: auditLog.action, actorId: auditLog.actorId, subject: auditLog.subject },
        })
        .from(auditLog)
        .where(and(gt(auditLog.seq, lastSent), lte(auditLog.seq, last)))
        .orderBy(asc(auditLog.seq))
        .limit(BATCH_SIZE);
      if (lines.length > 0)
        controller.enqueue(encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
      lastSent = lines.at(-1)?.seq ?? last;
      if (lastSent >= last) controller.close();
    },
  });
}
