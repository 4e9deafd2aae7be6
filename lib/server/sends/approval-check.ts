import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { isApproved } from '@/lib/requests/decisions';
import type { Transaction } from '@/lib/server/database/client';
import { decisions, requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { lockReason } from '@/lib/server/requests/groups/lock-reason';
import { parseJson } from '@/lib/server/transfer-service/problems';

/** Result of comparing a stored request with its approvals; `changed` is a sentence for people. */
type Checked = { refId: string; requestedAt: Date; bytes: string; bodySha256: string } | { changed: string };

/**
 * Compares the stored request of a send with its approvals, inside the claim. A request that code, a script or a person
 * changed after its approval must not be sent: docs/specification/threats.md#sending.
 */
export async function checkApproval(transaction: Transaction, requestId: string): Promise<Checked> {
  const [found] = await transaction
    .select()
    .from(withdrawalRequests)
    .leftJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .where(eq(withdrawalRequests.id, requestId));
  if (!found) throw new Error(`no request for the send ${requestId}`);
  const { withdrawal_requests: request, request_versions: version } = found;
  if (!version) return { changed: `Version ${request.version} of the request is missing.` };
  if (request.state !== 'APPROVED') return { changed: `The request is in state ${request.state}, not APPROVED.` };
  if (createHash('sha256').update(version.body).digest('hex') !== version.bodySha256)
    return { changed: 'The stored request does not match its hash.' };
  const bytes = version.body.toString('utf8');
  const body = parseJson(bytes) as { ref_id?: unknown } | null | undefined;
  if (body?.ref_id !== request.refId)
    return { changed: 'The reference in the stored request is not the reference that was approved.' };
  const votes = await transaction
    .select({
      personId: decisions.personId,
      version: decisions.version,
      verdict: decisions.verdict,
      roles: decisions.roles,
    })
    .from(decisions)
    .where(and(eq(decisions.requestId, requestId), eq(decisions.bodySha256, version.bodySha256)));
  const { requiredApprovals, requiredRole } = version;
  if (!isApproved({ ...request, requiredApprovals, requiredRole, votes })) {
    return { changed: 'The stored request has fewer approvals than the policy requires.' };
  }
  const locked = await lockReason(transaction, request);
  if (locked !== undefined) return { changed: locked };
  return { refId: request.refId, requestedAt: request.createdAt, bytes, bodySha256: version.bodySha256 };
}
