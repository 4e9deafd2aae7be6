import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { RequestState } from '@/lib/requests/decisions';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { parseJson } from '@/lib/server/transfer-service/problems';

const RETURNS = ['request.returned', 'request.expired'] as const;
const BEGINNINGS = ['request.made', 'request.amended'] as const;

/**
 * Reads why the console took back the approval of the current version of a request, as the audit log says; null where
 * it did not, or where people approved it again since.
 */
export async function readReturnReason({ id, state }: { id: string; state: RequestState }): Promise<string | null> {
  if (state !== 'AWAITING_APPROVAL' && state !== 'EXPIRED') return null;
  const [last] = await database()
    .select({ action: auditLog.action, entry: auditLog.entry })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `request:${id}`), inArray(auditLog.action, [...RETURNS, ...BEGINNINGS])))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  if (!last || !RETURNS.some((action) => action === last.action)) return null;
  const entry = parseJson(last.entry);
  const reason = typeof entry === 'object' && entry !== null && 'reason' in entry ? entry.reason : null;
  return typeof reason === 'string' ? reason : null;
}
