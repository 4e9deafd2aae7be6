import 'server-only';
import { isEntryOf, isOfDecision } from '@/lib/server/database/joins';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '@/lib/identity/reader';
import { isFilled } from '@/lib/approver-groups/needs';
import { type Decidable, needsOf } from '@/lib/requests/decisions';
import type { BatchDecision, BatchView } from '@/lib/requests/bundles/batches';
import { type CastVote, fillRequest, voidReason } from '@/lib/requests/votes';
import type { Memberships } from '@/lib/server/approver-groups/members';
import type { Person } from '@/lib/server/auth/sessions';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { database } from '@/lib/server/database/client';
import { personLabel, personLabelOrNull } from '@/lib/server/database/person-label';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { approvalWithdrawals, decisions } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';
import { proofEntries, requestSignatures, voteSignatures } from '@/lib/server/database/schema/proofs';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { RequestRow } from '@/lib/server/requests/select';
import { hasteOfVote, voteLimits } from '@/lib/server/requests/vote-facts';

/** A waiting item with the votes on it. */
export type UndecidedItem = Omit<Decidable, 'votes'> & { id: string; votes: readonly CastVote[] };

interface DecidableItems {
  waiting: readonly RequestRow[];
  /** Those of them that the person can decide on. */
  decidable: readonly UndecidedItem[];
}

/**
 * Finds the items for which the person's approval would be the last, by request id. Of items from before the policy in
 * force none: the newest policy may ask for more.
 */
export async function findLastApprovals(
  person: Person,
  { groups, waiting, decidable }: Pick<Memberships, 'groups'> & DecidableItems,
): Promise<Set<string>> {
  if (decidable.length === 0) return new Set();
  const [newest] = await database()
    .select({ version: policyVersions.version })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  const current = new Set(
    waiting.filter(({ version }) => version.policyVersion === newest?.version).map(({ request }) => request.id),
  );
  return new Set(
    decidable
      .filter((item) => {
        const approvers = fillRequest(item, voteLimits()).flatMap(({ filledBy }) => filledBy);
        return current.has(item.id) && isFilled(needsOf(item), [...approvers, { ...person, groups }]);
      })
      .map(({ id }) => id),
  );
}

const forPerson = alias(people, 'for_person');

/** Reads who signed these items of a batch, in their current versions: their requester, and who decided on how many. */
export async function readSignatures(
  reader: Reader,
  rows: readonly RequestRow[],
  undecided: readonly UndecidedItem[],
): Promise<BatchView['signatures']> {
  const ids = rows.map(({ request }) => request.id);
  const signed = await database()
    .select({ seed: proofEntries.signature })
    .from(requestSignatures)
    .innerJoin(requestVersions, isVersionOf(requestSignatures))
    .innerJoin(withdrawalRequests, isCurrentVersion(reader))
    .innerJoin(proofEntries, isEntryOf(requestSignatures))
    .where(inArray(requestSignatures.requestId, ids));
  const cast = await database()
    .select({
      requestId: decisions.requestId,
      personId: decisions.personId,
      personName: personLabel(),
      forPersonName: personLabelOrNull(forPerson),
      verdict: decisions.verdict,
      decidedAt: decisions.decidedAt,
      haste: hasteOfVote(),
      seed: proofEntries.signature,
    })
    .from(decisions)
    .innerJoin(requestVersions, isVersionOf(decisions))
    .innerJoin(withdrawalRequests, isCurrentVersion(reader))
    .innerJoin(people, eq(people.id, decisions.personId))
    .leftJoin(forPerson, eq(forPerson.id, decisions.forPersonId))
    .leftJoin(voteSignatures, isOfDecision(voteSignatures))
    .leftJoin(proofEntries, isEntryOf(voteSignatures))
    .leftJoin(approvalWithdrawals, isOfDecision(approvalWithdrawals))
    .where(and(inArray(decisions.requestId, ids), isNull(approvalWithdrawals.withdrawnAt)))
    .orderBy(asc(decisions.decidedAt));
  const isVoid = findVoid(undecided);
  const [first] = rows;
  return {
    request: {
      seed: signed[0]?.seed ?? first?.request.requesterId ?? '',
      isSigned: signed.length === ids.length,
    },
    decisions: joinDecisions(cast.filter((vote) => !isVoid(vote))),
  };
}

interface Cast extends Omit<BatchDecision, 'count' | 'decidedAt' | 'seed' | 'isSigned'> {
  personId: string;
  decidedAt: Date;
  seed: string | null;
}

/** Joins the decisions of each person: one line for their approvals, and one for their rejections. */
function joinDecisions(cast: readonly Cast[]): BatchDecision[] {
  const joined = new Map<string, BatchDecision>();
  for (const { personId, personName, forPersonName, verdict, decidedAt, haste, seed } of cast) {
    const key = JSON.stringify([personId, forPersonName, verdict]);
    const before = joined.get(key);
    joined.set(key, {
      personName,
      forPersonName,
      verdict,
      count: (before?.count ?? 0) + 1,
      decidedAt: decidedAt.toISOString(),
      haste: haste ?? before?.haste ?? null,
      seed: seed ?? before?.seed ?? personId,
      isSigned: seed !== null && before?.isSigned !== false,
    });
  }
  return [...joined.values()];
}

const voteKey = (requestId: string, personId: string) => `${requestId} ${personId}`;

/** Gives a function that tells whether a decision on a waiting item does not count. */
function findVoid(undecided: readonly UndecidedItem[]): (vote: { requestId: string; personId: string }) => boolean {
  const limits = voteLimits();
  const found = new Set(
    undecided.flatMap((item) =>
      item.votes
        .filter((vote) => vote.version === item.version && voidReason(vote, item, limits) !== undefined)
        .map(({ personId }) => voteKey(item.id, personId)),
    ),
  );
  return ({ requestId, personId }) => found.has(voteKey(requestId, personId));
}

const isVersionOf = (table: typeof requestSignatures | typeof decisions) =>
  and(eq(requestVersions.requestId, table.requestId), eq(requestVersions.version, table.version));
