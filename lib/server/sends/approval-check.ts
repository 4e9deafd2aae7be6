import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { countApprovals, describeVoidApproval, isApproved, judgeApprovals, wasApproved } from '@/lib/requests/votes';
import type { Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { lockReason } from '@/lib/server/requests/groups/lock-reason';
import { readVotes, voteLimits } from '@/lib/server/requests/vote-facts';
import { parseJson } from '@/lib/server/transfer-service/problems';

/**
 * Result of comparing a stored request with its approvals. `changed` and `missing` are sentences for people: the stored
 * request differs from what was approved, or fewer approvals count than the policy requires.
 */
type Checked =
  | { refId: string; requestedAt: Date; bytes: string; bodySha256: string }
  | { changed: string }
  | { missing: string };

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
  const votes = (await readVotes(transaction, requestId)).filter((vote) => vote.bodySha256 === version.bodySha256);
  const { requiredApprovals, requiredRole } = version;
  const judged = { ...request, requiredApprovals, requiredRole, votes };
  if (!wasApproved(judged, voteLimits()))
    return { changed: 'The stored request has fewer approvals than the policy requires.' };
  if (!isApproved(judged, voteLimits())) return { missing: explainMissingApprovals(judged) };
  const locked = await lockReason(transaction, request);
  if (locked !== undefined) return { changed: locked };
  return { refId: request.refId, requestedAt: request.createdAt, bytes, bodySha256: version.bodySha256 };
}

/** Explains that fewer approvals count than the policy requires, and why the others do not. */
function explainMissingApprovals(
  request: Parameters<typeof isApproved>[0] & { votes: Awaited<ReturnType<typeof readVotes>> },
): string {
  const given = countApprovals(request, voteLimits());
  const reasons = judgeApprovals(request, voteLimits()).flatMap(({ vote, reason }) =>
    reason === undefined ? [] : [describeVoidApproval(vote.personName, reason)],
  );
  return [`The policy requires ${request.requiredApprovals} approvals, and ${given} count.`, ...reasons].join(' ');
}
