import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { isApproved, type RequestState, type Verdict } from '@/lib/requests/decisions';
import { REMAINDER_POSITION } from '@/lib/requests/groups';
import type { Role } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { decisions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import type { LockedRequest } from '@/lib/server/requests/load';

/** What somebody says on one or several requests at once. */
export interface Ballot {
  personId: string;
  /** Those that they hold at this moment. */
  roles: Role[];
  verdict: Verdict;
  comment: string;
  /** Which address they said is meant, where others look like it. */
  chosenAddress?: string;
}

/**
 * Writes a person's vote on each of some locked requests, and hands those that have enough votes to the sender, but for
 * the remainder of a pair, which waits for its test. Who may vote was settled before. Gives each request's new state.
 */
export async function castVotes(
  transaction: Transaction,
  requests: readonly LockedRequest[],
  ballot: Ballot,
): Promise<Map<string, RequestState>> {
  const { personId, roles, verdict, comment, chosenAddress } = ballot;
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
    })),
  );
  const states = new Map(
    requests.map(({ request, votes, decidable }) => {
      const { version } = request;
      return [
        request.id,
        verdict === 'REJECTED'
          ? verdict
          : isApproved({ ...decidable, votes: [...votes, { personId, version, verdict, roles }] })
            ? verdict
            : request.state,
      ];
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
      ? requests.filter((member) => states.get(member.request.id) === verdict && !isLocked(member))
      : [];
  if (leaving.length > 0)
    await transaction.insert(sends).values(leaving.map(({ request }) => ({ requestId: request.id })));
  return states;
}

function isLocked({ request, groupKind }: LockedRequest): boolean {
  return groupKind === 'pair' && request.groupPosition === REMAINDER_POSITION;
}
