import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Vote } from '@/lib/requests/decisions';
import type { Transaction } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema';
import { parseJson } from '@/lib/server/transfer-service/problems';

/** A request as its approvals and its audit entries must name it. */
interface AuditedRequest {
  id: string;
  requesterId: string;
  version: number;
  bodySha256: string;
  votes: readonly Vote[];
}

/**
 * Finds a step of a request that the audit log does not have, as a sentence: its creation, or one of the approvals that
 * were counted. Undefined where all are there, by the right people and with the right hash. One read by index.
 */
export async function findUnauditedStep(
  reader: Pick<Transaction, 'select'>,
  { id, requesterId, version, bodySha256, votes }: AuditedRequest,
): Promise<string | undefined> {
  const rows = await reader
    .select({ action: auditLog.action, actorId: auditLog.actorId, entry: auditLog.entry })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `request:${id}`), inArray(auditLog.action, [...CREATIONS, APPROVAL])));
  const found = rows.filter(({ entry }) => isAbout(entry, version, bodySha256));
  const isCreated = found.some(({ action, actorId }) => action !== APPROVAL && actorId === requesterId);
  if (!isCreated) return 'The audit log has no entry for the creation of the stored request by its requester.';
  const hasEntry = (personId: string) =>
    found.some(({ action, actorId }) => action === APPROVAL && actorId === personId);
  const counted = votes.filter((vote) => vote.version === version && vote.verdict === 'APPROVED');
  return counted.every(({ personId }) => hasEntry(personId))
    ? undefined
    : 'The audit log has no entry for an approval of the stored request.';
}

const CREATIONS = ['request.made', 'request.amended'] as const;
const APPROVAL = 'request.approved';

function isAbout(entry: string, version: number, bodySha256: string): boolean {
  const parsed = parseJson(entry) as { after?: { version?: unknown; bodySha256?: unknown } } | null | undefined;
  return parsed?.after?.version === version && parsed.after.bodySha256 === bodySha256;
}
