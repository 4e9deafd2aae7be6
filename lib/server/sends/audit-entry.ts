import 'server-only';
import type { AuditAction, AuditEntry } from '@/lib/audit/audit-log';

/** Starts the audit entry of a step about a request that the console takes on its own. */
export function startAuditEntry(
  action: AuditAction,
  requestId: string,
): Pick<AuditEntry, 'action' | 'actor' | 'subject' | 'origin'> {
  return { action, actor: null, subject: `request:${requestId}`, origin: null };
}
