import 'server-only';
import { and, eq, inArray, min } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries, requestSignatures, voteSignatures } from '@/lib/server/database/proof-schema';
import { isProofRequired } from '@/lib/server/passkeys/mode';
import { findUnsignedPolicy } from '@/lib/server/passkeys/signed-policy';
import { openVerifier } from '@/lib/server/passkeys/verify';
import type { LockedRequest } from '@/lib/server/requests/load';

/**
 * Explains why an approval given now would not count for one of these requests, because of the standing order that it
 * rests on; undefined where it would, and for requests that rest on none. `policy` is the hash of the one they were made
 * under.
 */
export async function explainPlannedObstacle(
  transaction: Transaction,
  open: readonly LockedRequest[],
  policy: string,
): Promise<string | undefined> {
  const places = await transaction
    .select({
      requestId: requestSignatures.requestId,
      version: requestSignatures.version,
      root: requestSignatures.root,
      position: requestSignatures.position,
    })
    .from(requestSignatures)
    .innerJoin(
      proofEntries,
      and(eq(proofEntries.root, requestSignatures.root), eq(proofEntries.position, requestSignatures.position)),
    )
    .where(
      and(
        eq(proofEntries.kind, 'standingOrder'),
        inArray(
          requestSignatures.requestId,
          open.map(({ request }) => request.id),
        ),
      ),
    );
  for (const { requestId, version, ...place } of places) {
    const found = open.find(({ request }) => request.id === requestId && request.version === version);
    const reason = found && (await findReason(transaction, found, { place, policy }));
    if (reason !== undefined) return `${reason} ${NEXT}`;
  }
  return undefined;
}

async function findReason(
  transaction: Transaction,
  { request: { id, requesterId }, version }: LockedRequest,
  { place, policy }: { place: { root: string; position: number }; policy: string },
): Promise<string | undefined> {
  const { version: number, bodySha256: sha256, ruleNumber: rule } = version;
  const withdrawal = { id, version: number, sha256, policy, rule, facts: '' };
  const verifier = await openVerifier(transaction, { requesterId, withdrawal });
  const refused = await verifier?.verifyCreate(place);
  if (refused) return `The signatures of the planned payment do not hold: ${refused.sentence}`;
  if (Number.isFinite(verifier?.readOccurrence()?.until)) return 'Somebody signed the end of the planned payment.';
  if (!isProofRequired()) return undefined;
  // The policy that counts is the one in force at the first approval.
  const [votes] = await transaction
    .select({ first: min(voteSignatures.position) })
    .from(voteSignatures)
    .where(and(eq(voteSignatures.requestId, id), eq(voteSignatures.version, number)));
  return findUnsignedPolicy(transaction, { sha256: policy, at: votes?.first ?? Number.MAX_SAFE_INTEGER });
}

const NEXT = 'Reject this request: its requester can request the withdrawal again.';
