import 'server-only';
import { isEntryOf } from '@/lib/server/database/joins';
import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { standingOrderDates, standingOrderEnds, standingOrders } from '@/lib/server/database/schema/templates';
import { proofEntries, requestSignatures } from '@/lib/server/database/schema/proofs';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findUnsignedPolicy } from '@/lib/server/passkeys/signed-policy';
import { openVerifier } from '@/lib/server/passkeys/verify';
import type { LockedRequest } from '@/lib/server/requests/load';

/**
 * Explains that a person ended the planned payment of one of these requests by hand; undefined where nobody did. A
 * later version is its requester's own and rests on no plan. `isDeciding` keeps the plan from ending meanwhile.
 */
export async function explainEndedPlan(
  reader: Pick<Transaction, 'select'>,
  requests: readonly { id: string; version: number }[],
  { isDeciding = false } = {},
): Promise<string | undefined> {
  const ids = requests.filter(({ version }) => version === 1).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const planned = reader
    .select({ orderId: standingOrders.id })
    .from(standingOrders)
    .innerJoin(standingOrderDates, eq(standingOrderDates.orderId, standingOrders.id))
    .where(inArray(standingOrderDates.requestId, ids));
  const orders = await (isDeciding ? planned.for('share', { of: standingOrders }) : planned);
  if (orders.length === 0) return undefined;
  const [ended] = await reader
    .select({ by: personLabel() })
    .from(standingOrderEnds)
    .innerJoin(people, eq(people.id, standingOrderEnds.personId))
    .where(
      inArray(
        standingOrderEnds.orderId,
        orders.map(({ orderId }) => orderId),
      ),
    );
  return ended && `${ended.by} ended the planned payment. ${NEXT}`;
}

/**
 * Explains why an approval given now would not count for one of these requests, because of the standing order that it
 * rests on; undefined where it would, and for requests that rest on none. `policy` is the hash of the one they were
 * made under.
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
    .innerJoin(proofEntries, isEntryOf(requestSignatures))
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
  { request: { id, requesterId }, version, votes }: LockedRequest,
  { place, policy }: { place: { root: string; position: number }; policy: string },
): Promise<string | undefined> {
  const { version: number, bodySha256: sha256, ruleNumber: rule } = version;
  const withdrawal = { id, version: number, sha256, policy, rule, facts: '' };
  const verifier = await openVerifier(transaction, { requesterId, withdrawal });
  const refused = await verifier?.verifyCreate(place);
  if (refused) return `The signatures of the planned payment do not hold: ${refused.sentence}`;
  if (Number.isFinite(verifier?.readOccurrence()?.until)) return 'The end of the planned payment was signed.';
  if (!isProofRequired()) return undefined;
  // The policy that counts is the one in force at the first approval of those that the claim will count.
  const counting = votes.filter(
    ({ version: of, verdict, facts }) =>
      of === number && verdict === 'APPROVED' && !facts.isWithdrawn && !facts.hasLostPasskey,
  );
  const positions = counting.flatMap(({ signedAs }) => signedAs?.position ?? []);
  return findUnsignedPolicy(transaction, { sha256: policy, at: Math.min(Number.MAX_SAFE_INTEGER, ...positions) });
}

const NEXT = 'Reject this request: its requester can request the withdrawal again.';
