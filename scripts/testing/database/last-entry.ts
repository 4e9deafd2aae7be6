import type { AuditAction, AuditEntry } from '@/lib/audit/audit-log';
import { pool } from '@/lib/server/database/client';

/** Reads the last entry of the audit log with an action; throws where there is none. */
export async function readLastEntry(action: AuditAction): Promise<AuditEntry> {
  const { rows } = await pool().query<{ entry: string }>(
    'select entry from audit_log where action = $1 order by seq desc limit 1',
    [action],
  );
  if (!rows[0]) throw new Error(`the audit log has no entry ${action}`);
  return JSON.parse(rows[0].entry) as AuditEntry;
}
