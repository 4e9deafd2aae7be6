import 'server-only';
import { and, eq } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import type { RefusalName } from '@/lib/proof/refusals';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import { requestSignatures } from '@/lib/server/database/proof-schema';
import type { requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { isProofRequired } from '@/lib/server/passkeys/mode';
import { openVerifier } from '@/lib/server/passkeys/verify';
import { findUnsignedPolicy, hashPolicy } from '@/lib/server/passkeys/signed-policy';
import type { readVotes } from '@/lib/server/requests/vote-facts';

type Vote = Awaited<ReturnType<typeof readVotes>>[number];

/** What the claim is about to send, with the votes on its version. */
interface Signed {
  request: typeof withdrawalRequests.$inferSelect;
  version: typeof requestVersions.$inferSelect;
  votes: readonly Vote[];
}

/** An approval that counts no more: its passkey or role was removed, or its time is over. Somebody else can approve. */
export interface LapsedApproval {
  personId: string;
  reason: string;
}

// Reasons that time or an administrator brought about, and that say nothing about the rows.
const LAPSES: ReadonlySet<RefusalName> = new Set(['key-removed', 'role-removed', 'vote-expired', 'counter-went-back']);

/**
 * Verifies what was signed about a withdrawal from the stored bytes, and that everything that must be signed is
 * (docs/decisions/0036-decisions-are-signed.md). Gives the approvals that have lapsed since and the least number of
 * approvals that the root asks for, or a sentence for the first signature that is missing or does not hold.
 */
export async function checkSignatures(
  transaction: Transaction,
  { request, version, votes }: Signed,
): Promise<Result<{ lapsed: LapsedApproval[]; floor: number }, string>> {
  const isRequired = isProofRequired();
  const approvals = votes.filter(({ verdict, facts }) => verdict === 'APPROVED' && !facts.isWithdrawn);
  const create = await findCreate(transaction, version);
  if (!isRequired && !create && approvals.every(({ signedAs }) => signedAs === null))
    return ok({ lapsed: [], floor: 0 });
  const withdrawal = {
    id: request.id,
    version: version.version,
    sha256: version.bodySha256,
    policy: await hashPolicy(transaction, version.policyVersion),
    rule: version.ruleNumber,
    facts: await sha256Hex(writeCanonical(version.facts)),
  };
  const verifier = await openVerifier(transaction, { requesterId: request.requesterId, withdrawal });
  if (!verifier) return fail(UNREADABLE);
  const ended = verifier.verifyNotEnded();
  if (ended) return fail(`The rows say that this request is approved, and the signatures do not: ${ended.sentence}`);
  if (!create && isRequired) return fail('The requester did not sign this request, and the console requires it.');
  const refused = create && (await verifier.verifyCreate(create));
  if (refused) return fail(`The signature of the requester does not hold: ${refused.sentence}`);
  const policyReason =
    isRequired && create
      ? await findUnsignedPolicy(transaction, { sha256: withdrawal.policy, at: create.position })
      : undefined;
  if (policyReason !== undefined) return fail(policyReason);
  const lapsed: LapsedApproval[] = [];
  for (const { personId, personName, chosenAddress, signedAs } of approvals) {
    if (!signedAs && isRequired)
      return fail(`The approval of ${personName} is not signed, and the console requires it.`);
    if (!signedAs) continue;
    const refusal = await verifier.verifyApproval(signedAs, { personId, as: version.requiredRole, chosenAddress });
    if (!refusal) continue;
    if (!LAPSES.has(refusal.name)) return fail(`The signature of ${personName} does not hold: ${refusal.sentence}`);
    lapsed.push({ personId, reason: `The signature of ${personName} counts no more: ${refusal.sentence}` });
  }
  return ok({ lapsed, floor: verifier.floor });
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
