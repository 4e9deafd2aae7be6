import 'server-only';
import { and, inArray } from 'drizzle-orm';
import type { Vote } from '@/lib/requests/decisions';
import { hashFiles } from '@/lib/server/attachments/bind';
import type { Transaction } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { parseJson } from '@/lib/text/parse-json';

/** A request as its approvals and its audit entries must name it. */
interface AuditedRequest {
  id: string;
  requesterId: string;
  version: number;
  bodySha256: string;
  /** The list of files of the version, as stored. */
  attachments: string | null;
  votes: readonly Pick<Vote, 'personId' | 'version' | 'verdict'>[];
}

/** Entry of the audit log with the columns by which it is found. */
interface FoundEntry {
  subject: string;
  action: string;
  actorId: string | null;
  entry: string;
}

/**
 * Finds a step of a request that the audit log does not have, as a sentence: its creation, or one of the approvals that
 * were counted. Undefined where all are there, by the right people and with the right hash. One read by index.
 */
export async function findUnauditedStep(
  reader: Pick<Transaction, 'select'>,
  request: AuditedRequest,
): Promise<string | undefined> {
  return explainUnaudited(request, await readEvidenceEntries(reader, [request.id]));
}

/** Reads the entries about the creation and the approvals of requests, by index. */
export async function readEvidenceEntries(
  reader: Pick<Transaction, 'select'>,
  requestIds: readonly string[],
): Promise<FoundEntry[]> {
  const subjects = requestIds.map(subjectOf);
  return reader
    .select({ subject: auditLog.subject, action: auditLog.action, actorId: auditLog.actorId, entry: auditLog.entry })
    .from(auditLog)
    .where(and(inArray(auditLog.subject, subjects), inArray(auditLog.action, [...CREATIONS, APPROVAL])));
}

/** Explains which step of a request the entries do not have (`findUnauditedStep`); undefined where they have all. */
export function explainUnaudited(
  { id, requesterId, votes, ...request }: AuditedRequest,
  entries: readonly FoundEntry[],
): string | undefined {
  const found = entries.filter(({ subject, entry }) => subject === subjectOf(id) && isAbout(entry, request));
  const isCreated = found.some(({ action, actorId }) => action !== APPROVAL && actorId === requesterId);
  if (!isCreated) return 'The audit log has no entry for the creation of the stored request by its requester.';
  const hasEntry = (personId: string) =>
    found.some(({ action, actorId }) => action === APPROVAL && actorId === personId);
  const counted = votes.filter((vote) => vote.version === request.version && vote.verdict === 'APPROVED');
  return counted.every(({ personId }) => hasEntry(personId))
    ? undefined
    : 'The audit log has no entry for an approval of the stored request.';
}

const subjectOf = (requestId: string) => `request:${requestId}`;

const CREATIONS = ['request.made', 'request.amended'] as const;
const APPROVAL = 'request.approved';

type Audited = Pick<AuditedRequest, 'version' | 'bodySha256' | 'attachments'>;

function isAbout(entry: string, { version, bodySha256, attachments }: Audited): boolean {
  const { after } = (parseJson(entry) ?? {}) as { after?: Record<string, unknown> };
  const { attachmentsSha256 } = hashFiles(attachments);
  return after?.version === version && after.bodySha256 === bodySha256 && after.attachmentsSha256 === attachmentsSha256;
}
