import 'server-only';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { explainMissingNetwork } from '@/lib/withdrawals/sendable';
import { describeGroupNeeds } from '@/lib/policy/describe-rule';
import type { ApprovingRole } from '@/lib/policy/rules';
import { deriveRequirements, readStoredBody, type Requirement } from '@/lib/requests/derive-approval';
import { countApprovals, describeVoidApproval, isApproved, judgeApprovals, wasApproved } from '@/lib/requests/votes';
import { fail, ok, type Result } from '@/lib/result';
import type { ClaimRefusal } from '@/lib/sends/steps';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { readNetworks } from '@/lib/server/networks/registry';
import { findChangedFile } from '@/lib/server/attachments/check';
import { lockReason } from '@/lib/server/requests/signing/bundle-lock-reason';
import { readEvidence } from '@/lib/server/requests/limits/policy-evidence';
import { readTransactionTime } from '@/lib/server/requests/limits/time-limits';
import { readVotes, voteLimits } from '@/lib/server/requests/vote-facts';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findUnsignedPolicy } from '@/lib/server/passkeys/signed-policy';
import { findUnauditedStep } from '@/lib/server/sends/claim/audit-evidence';
import { checkSignatures, type LapsedApproval } from '@/lib/server/sends/claim/signature-check';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** What may be sent: the bytes as approved, with their hash. */
interface Checked {
  refId: string;
  requestedAt: Date;
  bytes: string;
  bodySha256: string;
}

type Difference = Exclude<ClaimRefusal, { kind: 'too-early' }>;

const changed = (detail: string) => fail<Difference>({ kind: 'changed', detail });

const NO_APPROVALS =
  'Nobody has approved this request: its policy rule asked for no approvals, and at least one is always needed now. ' +
  'Close the send as not sent, then request the withdrawal again, so that it can be approved.';

/**
 * Derives again, inside the claim, what the approval of a request rests on, and compares it with the stored rows:
 * docs/specification/send-protocol.md#claim. Fails with the first difference; nothing is repaired.
 */
export async function checkApproval(
  transaction: Transaction,
  requestId: string,
): Promise<Result<Checked, ClaimRefusal>> {
  const stored = await readStored(transaction, requestId);
  const approved = readApprovedBody(stored);
  if (!approved.ok) return changed(approved.error);
  const { request, version } = approved.value;
  const { bodySha256, notBefore } = version;
  const at = await readTransactionTime(transaction);
  if (notBefore !== null && notBefore > at) return fail({ kind: 'too-early', until: notBefore });
  const { evidence, policySha256, newestSha256 } = await readEvidence(transaction, approved.value);
  const requirements = deriveRequirements(version, evidence);
  if (!requirements.ok)
    return requirements.error.kind === 'role'
      ? fail({ ...requirements.error, detail: `${requirements.error.detail} ${REQUEST_AGAIN}` })
      : requirements;
  const { all, withoutUnknown, unknown, unpriced } = requirements.value;
  const cast = (await readVotes(transaction, requestId)).filter((vote) => vote.bodySha256 === bodySha256);
  // The time from which it may leave is that of the facts, which was just compared, and not the one of another reading.
  const sinceAllowedS = notBefore && (at.getTime() - notBefore.getTime()) / 1000;
  const votes = cast
    .filter((vote) => vote.version === request.version)
    .map((vote) => ({ ...vote, facts: { ...vote.facts, sinceAllowedS } }));
  const unproven =
    improperVotesReason(all, { ...request, votes }, version.requiredApprovals) ??
    (await findUnauditedStep(transaction, { ...request, ...version, id: request.id, votes }));
  if (unproven !== undefined) return changed(unproven);
  const signatures = await checkSignatures(transaction, { request, version, votes }, policySha256);
  if (!signatures.ok) return signatures;
  if (
    isProofRequired() &&
    (await findUnsignedPolicy(transaction, { sha256: newestSha256, at: Number.MAX_SAFE_INTEGER }))
  )
    return changed('The newest policy in force is not the newest one that two administrators signed.');
  const given = { cast: { ...request, votes }, storedRole: version.requiredRole, ...signatures.value };
  const missing = findMissingApprovals(all, given);
  if (missing && unknown !== undefined && !findMissingApprovals(withoutUnknown, given))
    return fail({ kind: 'unknown', detail: unknown });
  if (missing) return fail(unpriced === undefined ? missing : { ...missing, detail: `${missing.detail} ${unpriced}` });
  const otherFile = await findChangedFile(transaction, version);
  if (otherFile !== undefined) return changed(otherFile);
  const locked = await lockReason(transaction, request);
  if (locked !== undefined) return changed(locked);
  // Last, so that an approval that is too old by now goes back to the approvers.
  const missingNetwork = explainMissingNetwork(await readNetworks(transaction), approved.value.body.crypto_network);
  if (missingNetwork !== undefined) return fail({ kind: 'network', detail: missingNetwork });
  const { refId, createdAt: requestedAt } = request;
  return ok({ refId, requestedAt, bytes: version.body.toString('utf8'), bodySha256 });
}

interface Cast {
  requesterId: string;
  version: number;
  votes: Awaited<ReturnType<typeof readVotes>>;
}

const judgedBy = ({ count, role, groups }: Requirement, cast: Cast) => ({
  ...cast,
  requiredApprovals: count,
  requiredRole: role,
  requiredGroups: groups,
});

/** Explains that the votes are none that this console wrote for the stored rule; undefined where they are. */
function improperVotesReason(
  [stored]: readonly Requirement[],
  cast: Cast,
  requiredApprovals: number,
): string | undefined {
  if (cast.votes.some(({ verdict }) => verdict === 'REJECTED')) return 'The stored request was rejected.';
  return stored && wasApproved(judgedBy(stored, cast), voteLimits())
    ? undefined
    : requiredApprovals < 1
      ? NO_APPROVALS
      : 'The stored request has fewer approvals than the policy requires.';
}

/** The votes on a request with what their signatures are worth, and the role in which people decide on the version. */
interface Given {
  cast: Cast;
  storedRole: ApprovingRole;
  lapsed: readonly LapsedApproval[];
  floor: number;
  isSigned: boolean;
}

/**
 * Explains that fewer approvals count than a rule requires, or the root of the key list, and why the others do not;
 * undefined where enough count.
 */
function findMissingApprovals(
  requirements: readonly Requirement[],
  { cast, storedRole, lapsed, floor, isSigned }: Given,
): Difference | undefined {
  const votes = cast.votes.filter(({ personId }) => !lapsed.some((vote) => vote.personId === personId));
  const judgedBySignature = (requirement: Requirement) =>
    judgedBy({ ...requirement, count: Math.max(requirement.count, floor) }, { ...cast, votes });
  // Nobody signs in another role than the stored one, whatever the row of a vote says.
  const missing = requirements.find(
    (one) => (isSigned && one.role !== storedRole) || !isApproved(judgedBySignature(one), voteLimits()),
  );
  if (!missing) return undefined;
  if (missing.role !== storedRole) return { kind: 'role', detail: explainOtherRole(missing, storedRole) };
  const { role, ruleNumber, policyVersion, groups } = missing;
  const judged = judgedBySignature(missing);
  const reasons = judgeApprovals(judged, voteLimits()).flatMap(({ vote, reason }) =>
    reason === undefined ? [] : [describeVoidApproval(vote.personName, reason)],
  );
  const count = judged.requiredApprovals;
  const policy = policyVersion === undefined ? 'the policy' : `version ${policyVersion} of the policy, now in force,`;
  const asked = `Rule ${ruleNumber} of ${policy} requires ${count} ${count === 1 ? 'approval' : 'approvals'}`;
  const given = countApprovals(judged, voteLimits());
  const ofGroups = groups.length > 0 ? `, of these ${describeGroupNeeds(groups)}` : '';
  const detail = [
    `${asked} of the role ${role}${ofGroups}, and ${given === 1 ? '1 counts' : `${given} count`}.`,
    ...reasons,
    ...lapsed.map(({ reason }) => reason),
  ].join(' ');
  return { kind: 'approvals', detail };
}

const REQUEST_AGAIN = 'Request the withdrawal again, so that the policy in force is applied.';

function explainOtherRole({ role, ruleNumber }: Requirement, storedRole: ApprovingRole): string {
  return (
    `Rule ${ruleNumber} of the policy requires approvals of the role ${role} by now, and this request can only get those ` +
    `of the role ${storedRole}. ${REQUEST_AGAIN}`
  );
}

type StoredRequest = Awaited<ReturnType<typeof readStored>>;

async function readStored(transaction: Transaction, requestId: string) {
  const [found] = await transaction
    .select({ request: withdrawalRequests, version: requestVersions, bundle: { kind: bundles.kind } })
    .from(withdrawalRequests)
    .leftJoin(requestVersions, isCurrentVersion())
    .leftJoin(bundles, eq(bundles.id, withdrawalRequests.bundleId))
    .where(eq(withdrawalRequests.id, requestId));
  if (!found) throw new Error(`no request for the send ${requestId}`);
  return found;
}

interface ApprovedBody extends StoredRequest {
  version: typeof requestVersions.$inferSelect;
  body: WithdrawalBody;
}

function readApprovedBody(stored: StoredRequest): Result<ApprovedBody, string> {
  const { request, version } = stored;
  if (!version) return fail(`Version ${request.version} of the request is missing.`);
  if (request.state !== 'APPROVED') return fail(`The request is in state ${request.state}, not APPROVED.`);
  const text = version.body.toString('utf8');
  // The text is what leaves. Bytes that are not UTF-8 would leave as others.
  const isHashed = [version.body, Buffer.from(text, 'utf8')].every(
    (bytes) => createHash('sha256').update(bytes).digest('hex') === version.bodySha256,
  );
  if (!isHashed) return fail('The stored request does not match its hash.');
  const body = readStoredBody(text, request.refId);
  return body.ok ? ok({ ...stored, version, body: body.value }) : body;
}
