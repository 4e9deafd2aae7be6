import 'server-only';
import { isEntryOf, isOfDecision } from '@/lib/server/database/joins';
import { personLabel, personLabelOrNull } from '@/lib/server/database/person-label';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HasteReason } from '@/lib/requests/haste';
import type { CastVote, VoteLimits } from '@/lib/requests/votes';
import { settings } from '@/lib/server/config/settings';
import type { Transaction } from '@/lib/server/database/client';
import { canSignAt, type ListedKey } from '@/lib/proof/keys/listed-keys';
import type { KeyList } from '@/lib/proof/key-list';
import { readStatement, type Statement } from '@/lib/proof/statement';
import { proofEntries, voteSignatures } from '@/lib/server/database/schema/proofs';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { decisions, hastyDecisions, voteFacts } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';

const forPerson = alias(people, 'for_person');

/** Gives the limits on the age of votes and sign-ins, from the settings. */
export function voteLimits(): VoteLimits {
  const { SESSION_MAX_HOURS, APPROVAL_VALID_HOURS } = settings();
  return { sessionMaxHours: SESSION_MAX_HOURS, approvalValidHours: APPROVAL_VALID_HOURS };
}

/** Gives the SQL for the facts of a vote as one JSON object (`VoteFacts`), for queries over the view `vote_facts`. */
export function voteFactsJson(): SQL<CastVote['facts']> {
  return sql`json_build_object(
    'ageS', ${voteFacts.ageS}, 'sinceAllowedS', (select extract(epoch from now() - waiting.not_before)::float8
      from request_versions waiting where waiting.request_id = ${voteFacts.requestId} and waiting.version = ${voteFacts.version}),
    'signInAgeS', ${voteFacts.signInAgeS}, 'hadRole', ${voteFacts.hadRole},
    'hasLostRole', ${voteFacts.hasLostRole}, 'wasSuspended', ${voteFacts.wasSuspended},
    'isWithdrawn', ${voteFacts.withdrawnAt} is not null, 'isRequester', ${voteFacts.isRequester},
    'isEarlierVoter', ${voteFacts.isEarlierVoter}, 'lacksDelegation', ${voteFacts.lacksDelegation},
    'lacksRight', lacks_profile_right(${voteFacts.requestId}, ${voteFacts.version}, ${voteFacts.personId}, ${voteFacts.forPersonId}),
    'groupsThen', (select cast_vote.groups from decisions cast_vote where cast_vote.request_id = ${voteFacts.requestId}
      and cast_vote.version = ${voteFacts.version} and cast_vote.person_id = ${voteFacts.personId}),
    'groups', groups_of_vote(${voteFacts.requestId}, ${voteFacts.version}, ${voteFacts.personId}))`;
}

/** Gives the SQL for why a decision counts as hasty, for queries over decisions on requests; null where it does not. */
export function hasteOfVote(): SQL<HasteReason | null> {
  const { personId, requestId, decidedAt } = decisions;
  // Written in the transaction of the decision, a moment after it; one decision covers a whole bundle.
  return sql`(select hasty.reason from ${hastyDecisions} hasty
    where hasty.person_id = ${personId} and hasty.at between ${decidedAt} and ${decidedAt} + interval '1 minute'
      and hasty.subject in ('request:' || ${requestId},
        (select 'group:' || bundle_id from withdrawal_requests decided where decided.id = ${requestId}))
    order by hasty.at limit 1)`;
}

/** Reads every decision on a request, on all versions, with the facts that decide whether it counts; oldest first. */
export function readVotes(reader: Pick<Transaction, 'select'>, requestId: string) {
  return readVotesOn(reader, [requestId]);
}

/** Reads every decision on several requests (`readVotes`), and which signatures count no more. */
export async function readVotesOn(reader: Pick<Transaction, 'select'>, requestIds: string[]) {
  const votes = await selectVotes(reader, requestIds);
  const read = votes.some(({ signedWith }) => signedWith !== null) ? await readKeyList(reader) : undefined;
  return votes.map((vote) => {
    if (!read || vote.signedWith === null) return vote;
    const key = read.list.keys.find(vote.signedWith);
    const signed = readStatement(vote.statement ?? '');
    const counts =
      key !== undefined &&
      signed.ok &&
      canSignAt(key, signed.value.as, read.list.chain.length) &&
      isDelegationListed(read.list, signed.value, vote.signedAs?.position ?? 0);
    if (!key || !counts) return { ...vote, facts: { ...vote.facts, hasLostPasskey: true } };
    return { ...vote, facts: { ...vote.facts, groups: listProvenGroups(vote, key, read.list) } };
  });
}

/** Gives the groups of a vote that its passkey counts in: when it signed, and now. */
function listProvenGroups(
  { facts: { groups = [] }, signedAs }: { facts: CastVote['facts']; signedAs: { position: number } | null },
  key: ListedKey,
  { chain }: KeyList,
): string[] {
  return groups.filter((name) =>
    [signedAs?.position ?? 0, chain.length].every((number) => canSignAt(key, `group:${name}`, number)),
  );
}

/** Tells whether the passkey that signed the delegation still counts; true for a decision in the person's own name. */
function isDelegationListed({ delegations, keys, chain }: KeyList, statement: Statement, position: number): boolean {
  if (statement.for === undefined) return true;
  const granted = delegations.find(statement, position);
  const key = granted?.assertion && keys.find(granted.assertion.credentialId);
  return !!key && canSignAt(key, statement.as, chain.length);
}

/** Gives a decision as pages show it, without whether it counts. */
export function toDecision(vote: Awaited<ReturnType<typeof selectVotes>>[number]) {
  const { personName, forPersonName, version, verdict, comment, decidedAt, withdrawnAt, withdrawalReason } = vote;
  return {
    personName,
    forPersonName,
    version,
    verdict,
    comment,
    decidedAt: decidedAt.toISOString(),
    isSigned: vote.signedAs !== null,
    haste: vote.haste,
    withdrawal: withdrawnAt && { at: withdrawnAt.toISOString(), reason: withdrawalReason ?? '' },
  };
}

/** Reads every decision on several requests (`readVotes`), without asking whose passkeys still count. */
export function selectVotes(reader: Pick<Transaction, 'select'>, requestIds: string[]) {
  return reader
    .select({
      requestId: decisions.requestId,
      personId: decisions.personId,
      personName: personLabel(),
      forPersonId: decisions.forPersonId,
      forPersonName: personLabelOrNull(forPerson),
      version: decisions.version,
      verdict: decisions.verdict,
      roles: decisions.roles,
      bodySha256: decisions.bodySha256,
      comment: decisions.comment,
      chosenAddress: decisions.chosenAddress,
      decidedAt: decisions.decidedAt,
      withdrawnAt: voteFacts.withdrawnAt,
      withdrawalReason: voteFacts.withdrawalReason,
      facts: voteFactsJson(),
      haste: hasteOfVote(),
      signedAs: { root: voteSignatures.root, position: voteSignatures.position },
      /** The passkey that signed; null for an unsigned decision. */
      signedWith: proofEntries.credentialId,
      statement: proofEntries.statement,
    })
    .from(decisions)
    .leftJoin(voteSignatures, isOfDecision(voteSignatures))
    .leftJoin(proofEntries, isEntryOf(voteSignatures))
    .innerJoin(voteFacts, isOfDecision(voteFacts))
    .innerJoin(people, eq(people.id, decisions.personId))
    .leftJoin(forPerson, eq(forPerson.id, decisions.forPersonId))
    .where(inArray(decisions.requestId, requestIds))
    .orderBy(asc(decisions.decidedAt));
}
