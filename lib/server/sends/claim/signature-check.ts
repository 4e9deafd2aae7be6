import 'server-only';
import { and, eq } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { REMAINDER_POSITION } from '@/lib/requests/bundles/bundles';
import type { RefusalName } from '@/lib/proof/refusals';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import { requestSignatures } from '@/lib/server/database/schema/proofs';
import type { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import type { SignedPlace } from '@/lib/server/passkeys/decisions';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';
import { openVerifier, type WithdrawalVerifier } from '@/lib/server/passkeys/verify';
import { findUnsignedPolicy, hashPolicy } from '@/lib/server/passkeys/signed-policy';
import type { readVotes } from '@/lib/server/requests/vote-facts';

type Vote = Awaited<ReturnType<typeof readVotes>>[number];

/** What the claim is about to send, with the votes on its version. */
interface Signed {
  request: typeof withdrawalRequests.$inferSelect;
  version: typeof requestVersions.$inferSelect;
  votes: readonly Vote[];
}

/** An approval that counts no more: its passkey or role was removed, or its time is over. Others can approve. */
export interface LapsedApproval {
  personId: string;
  reason: string;
}

/** What the signatures of approvals are worth. */
interface SignedApprovals {
  lapsed: LapsedApproval[];
  /** The least number of approvals, by the root. */
  floor: number;
  /** True where every approval is signed, in the role of the stored version. */
  isSigned: boolean;
}

/** Why signatures do not let a request leave: what is signed is something else, or its time is over. */
interface SignatureFailure {
  kind: 'changed' | 'approvals';
  detail: string;
}

// Reasons that time or an administrator brought about, and that say nothing about the rows.
const LAPSES: ReadonlySet<RefusalName> = new Set(['key-removed', 'role-removed', 'vote-expired', 'delegation-lapsed']);

const changed = (detail: string) => fail<SignatureFailure>({ kind: 'changed', detail });

/**
 * Verifies what was signed about a withdrawal from the stored bytes, and that everything that must be signed is
 * (docs/decisions/0036-decisions-are-signed.md). Takes the hash of the rules that were applied; by default those of the
 * stored version. Gives what the signatures are worth, or a sentence for the first that is missing or does not hold.
 */
export async function checkSignatures(
  transaction: Transaction,
  signed: Signed,
  appliedSha256?: string,
): Promise<Result<SignedApprovals, SignatureFailure>> {
  const { request, version, votes } = signed;
  const isRequired = isProofRequired();
  const approvals = votes.filter(({ verdict, facts }) => verdict === 'APPROVED' && !facts.isWithdrawn);
  const create = await findCreate(transaction, version);
  const isUnsigned = !isRequired && !create && approvals.every(({ signedAs }) => signedAs === null);
  const policySha256 = appliedSha256 ?? (await hashPolicy(transaction, version.policyVersion));
  const withdrawal = {
    id: request.id,
    version: version.version,
    sha256: version.bodySha256,
    policy: policySha256,
    rule: version.ruleNumber,
    facts: await sha256Hex(writeCanonical(version.facts)),
    ...(version.facts?.wait && { notBefore: version.facts.wait.until }),
    ...(version.attachments !== null && { attachments: await sha256Hex(version.attachments) }),
  };
  const verifier = await openVerifier(transaction, { requesterId: request.requesterId, withdrawal });
  const unsigned = { lapsed: [], floor: 0, isSigned: false };
  if (!verifier) return isUnsigned ? ok(unsigned) : changed(UNREADABLE);
  const ended = verifier.verifyNotEnded();
  if (ended) return changed(`The rows say that this request is approved, and the signatures do not: ${ended.sentence}`);
  if (isUnsigned) return ok(unsigned);
  const created = await checkCreate(transaction, verifier, { create, policySha256 });
  if (!created.ok) return created;
  const approved = await checkApprovals(verifier, { approvals, requiredRole: version.requiredRole });
  if (!approved.ok || !isRequired || !verifier.readOccurrence()) return approved;
  // The owner of a standing order signed no policy for its dates: that of the first approval counts.
  const at = verifier.readFirstApproval() ?? Number.MAX_SAFE_INTEGER;
  const policyReason = await findUnsignedPolicy(transaction, { sha256: policySha256, at });
  return policyReason === undefined ? approved : changed(policyReason);
}

async function checkCreate(
  transaction: Transaction,
  verifier: WithdrawalVerifier,
  { create, policySha256 }: { create: SignedPlace | undefined; policySha256: string },
): Promise<Result<undefined, SignatureFailure>> {
  const isRequired = isProofRequired();
  if (!create)
    return isRequired
      ? changed('The requester did not sign this request, and the console requires it.')
      : ok(undefined);
  const refused = await verifier.verifyCreate(create);
  // Its time to be sent is over: it goes back, and expires there.
  if (refused?.name === 'vote-expired') return fail({ kind: 'approvals', detail: refused.sentence });
  if (refused) return changed(`The signature of the requester does not hold: ${refused.sentence}`);
  if (!isRequired || verifier.readOccurrence()) return ok(undefined);
  const policyReason = await findUnsignedPolicy(transaction, { sha256: policySha256, at: create.position });
  if (policyReason !== undefined) return changed(policyReason);
  const bundle = verifier.readSignedBundle();
  if (bundle?.kind !== 'test-payment' || bundle.position !== REMAINDER_POSITION) return ok(undefined);
  // Signed as a remainder, whatever the rows call it now.
  const { id, sha256 } = bundle;
  const receipt = { kind: 'testPayment.confirm', subject: { id, version: 1 }, sha256 } as const;
  const unsigned = await findUnsignedChange(transaction, receipt);
  return unsigned ? changed(`The confirmation of the test payment is not signed. ${unsigned.sentence}`) : ok(undefined);
}

async function checkApprovals(
  verifier: WithdrawalVerifier,
  { approvals, requiredRole }: { approvals: readonly Vote[]; requiredRole: string },
): Promise<Result<SignedApprovals, SignatureFailure>> {
  const lapsed: LapsedApproval[] = [];
  for (const { personId, personName, chosenAddress, signedAs } of approvals) {
    if (!signedAs && isProofRequired())
      return changed(`The approval of ${personName} is not signed, and the console requires it.`);
    if (!signedAs) continue;
    const refusal = await verifier.verifyApproval(signedAs, { personId, as: requiredRole, chosenAddress });
    if (!refusal) continue;
    if (!LAPSES.has(refusal.name)) return changed(`The signature of ${personName} does not hold: ${refusal.sentence}`);
    lapsed.push({ personId, reason: `The signature of ${personName} no longer counts: ${refusal.sentence}` });
  }
  return ok({ lapsed, floor: verifier.floor, isSigned: isProofRequired() });
}

const UNREADABLE =
  'Signatures of this request cannot be verified: the list of passkeys is not set up here, or does not verify.';

async function findCreate(transaction: Transaction, { requestId, version }: Signed['version']) {
  const [found] = await transaction
    .select({ root: requestSignatures.root, position: requestSignatures.position })
    .from(requestSignatures)
    .where(and(eq(requestSignatures.requestId, requestId), eq(requestSignatures.version, version)));
  return found;
}
