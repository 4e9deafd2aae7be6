import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import type { DecidesFor } from '@/lib/delegation/delegations';
import type { RequestState, Verdict } from '@/lib/requests/decisions';
import { isApproved } from '@/lib/requests/votes';
import { REMAINDER_POSITION } from '@/lib/requests/bundles/bundles';
import type { Role } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { voteSignatures } from '@/lib/server/database/schema/proofs';
import type { SignedPlace } from '@/lib/server/passkeys/decisions';
import type { LockedRequest } from '@/lib/server/requests/load';
import { selectVotes, voteLimits } from '@/lib/server/requests/vote-facts';

/** A person's vote on one or several requests at once. */
export interface Ballot {
  personId: string;
  /** The roles that the person holds now. */
  roles: Role[];
  /** Groups of approvers that the vote counts in: of the person, of the one they decide for, and of the passkey. */
  groups: string[];
  verdict: Verdict;
  comment: string;
  /** The address that the person confirmed, where other known addresses resemble it. */
  chosenAddress?: string;
  /** The person for whom a delegate decides; undefined where the person decides for themselves. */
  decidesFor?: Pick<DecidesFor, 'id' | 'delegationId'> | undefined;
  /** The entry of the chain that is the signed statement of the vote; undefined for an unsigned one. */
  signedAs?: SignedPlace | undefined;
}

/**
 * Writes a person's vote on each of the locked requests and hands fully approved ones to the sender, except for a
 * remainder, which waits for its test payment. The caller has checked that the person may vote. Gives the new states.
 */
export async function castVotes(
  transaction: Transaction,
  requests: readonly LockedRequest[],
  ballot: Ballot,
): Promise<Map<string, RequestState>> {
  const { personId, roles, groups, verdict, comment, chosenAddress, decidesFor, signedAs } = ballot;
  await transaction.insert(decisions).values(
    requests.map(({ request, version: { version, bodySha256 } }) => ({
      requestId: request.id,
      version,
      personId,
      requesterId: request.requesterId,
      bodySha256,
      verdict,
      comment,
      chosenAddress: chosenAddress || null,
      roles,
      groups,
      delegationId: decidesFor?.delegationId ?? null,
      forPersonId: decidesFor?.id ?? null,
    })),
  );
  if (signedAs)
    await transaction.insert(voteSignatures).values(
      requests.map(({ request, version: { version } }) => ({
        requestId: request.id,
        version,
        personId,
        ...signedAs,
      })),
    );
  // Read again with the new votes among them, so that one rule judges all alike.
  const votes =
    verdict === 'APPROVED'
      ? await selectVotes(
          transaction,
          requests.map(({ request }) => request.id),
        )
      : [];
  const states = new Map(
    requests.map(({ request, decidable, votes: earlier }): [string, RequestState] => {
      if (verdict === 'REJECTED') return [request.id, verdict];
      // Which passkeys count, and in which groups, was read before the new vote: the key list must not be read over
      // rows that are not committed.
      const known = new Map(earlier.map((vote) => [nameVote(vote), vote]));
      const cast = votes
        .filter(({ requestId }) => requestId === request.id)
        .map((vote) => known.get(nameVote(vote)) ?? vote);
      return [request.id, isApproved({ ...decidable, votes: cast }, voteLimits()) ? verdict : request.state];
    }),
  );
  const ended = [...states].filter(([, state]) => state === verdict).map(([id]) => id);
  if (ended.length > 0) {
    await transaction
      .update(withdrawalRequests)
      .set({ state: verdict, updatedAt: sql`now()` })
      .where(inArray(withdrawalRequests.id, ended));
  }
  const leaving =
    verdict === 'APPROVED'
      ? requests.filter((member) => states.get(member.request.id) === verdict && !isLockedRemainder(member))
      : [];
  if (leaving.length > 0)
    await transaction.insert(sends).values(
      leaving.map(({ request, version: { notBefore } }) => ({
        requestId: request.id,
        ...(notBefore && { nextAt: notBefore }),
      })),
    );
  return states;
}

const nameVote = ({ personId, version }: { personId: string; version: number }) => `${version} ${personId}`;

function isLockedRemainder({ request, bundle }: LockedRequest): boolean {
  return bundle?.kind === 'test-payment' && request.bundlePosition === REMAINDER_POSITION;
}
