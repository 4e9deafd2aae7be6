import 'server-only';
import { database } from '@/lib/server/database/client';
import { auditHead } from '@/lib/server/database/schema/audit';
import { log } from '@/lib/server/observability/log';
import { startLoop } from '@/lib/server/workers/loop';

const LOG_INTERVAL_MS = 60_000;

/**
 * Writes the head of the audit chain to the log. Where logs are shipped to, it is an anchor that nobody with rights in
 * the database can change (docs/operations.md#the-audit-log).
 */
export async function logAuditHead(): Promise<number> {
  const [head] = await database().select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
  if (!head) throw new Error('the table audit_head has no row');
  log.info({ auditHead: `${head.seq}:${head.hash}` }, 'head of the audit log');
  return 0;
}

/** Starts writing the head of the audit chain to the log every minute, once per process. */
export function startLoggingAuditHead(): void {
  startLoop('audit-head', logAuditHead, { everyMs: LOG_INTERVAL_MS });
}
