/**
 * Decides which votes on a request count, and explains each that does not. The decision, the claim, the pages and the
 * lists ask here: docs/specification/send-protocol.md#votes-that-count.
 */
import {
  canFillPlace,
  countFilled,
  type FilledNeed,
  fillNeeds,
  type GroupNeed,
  isFilled,
} from '@/lib/approver-groups/needs';
import { type Decidable, needsOf, type Vote } from '@/lib/requests/decisions';

/** What the database knows of a vote beside its row (view `vote_facts`). */
export interface VoteFacts {
  /** Age of the vote in seconds, by the database's clock. */
  ageS: number;
  /** Seconds since a limit over time first let the withdrawal leave, negative before; null where it waits for none. */
  sinceAllowedS?: number | null;
  /** Time from the person's last sign-in before the vote to the vote, in seconds; null where there is none. */
  signInAgeS: number | null;
  /** True where the person held the required role at that sign-in. */
  hadRole: boolean;
  /** True where the person has signed in without the required role since the vote. */
  hasLostRole: boolean;
  /** True where the person was suspended at the vote, or has been since. */
  wasSuspended: boolean;
  isWithdrawn: boolean;
  /** True where the vote was signed with a passkey that is no longer on the key list. */
  hasLostPasskey?: boolean;
  /** True where this account and the requester's belong to one person (lib/identity/same-person.ts). */
  isRequester: boolean;
  /** True where another account of this person, or the person they decided for, decided on the version earlier. */
  isEarlierVoter: boolean;
  /** True where the vote was cast for another person and no delegation was in force then. */
  lacksDelegation?: boolean;
  /** True where the person, or the one they decided for, may not approve for the profile now (lib/rights). */
  lacksRight?: boolean;
  /** Groups that the person, and the one they decided for, were members of at the vote. */
  groupsThen?: readonly string[];
  /** Those of them that they are members of now, and that the passkey which signed the vote counts in. */
  groups?: readonly string[];
}

/** A vote with its facts. */
export interface CastVote extends Vote {
  facts: VoteFacts;
}

/** Limits on the age of a vote and of the sign-in before the vote (SESSION_MAX_HOURS, APPROVAL_VALID_HOURS). */
export interface VoteLimits {
  sessionMaxHours: number;
  approvalValidHours: number;
}

/** The fields of a request that decide which votes count. */
type Countable = Pick<Decidable, 'requesterId' | 'version' | 'requiredRole' | 'requiredApprovals' | 'requiredGroups'>;

const HOUR_S = 3600;

/**
 * Explains why an approval of the current version does not count, as a clause; undefined where the approval counts.
 */
export function voidReason(vote: CastVote, request: Countable, limits: VoteLimits): string | undefined {
  return improperReason(vote, request, limits) ?? lapseReason(vote, request, limits);
}

/** Explains why an approval could never be cast like this: the console itself writes no such vote. */
function improperReason(
  { personId, forPersonId, roles, facts }: CastVote,
  { requesterId, requiredRole }: Countable,
  { sessionMaxHours }: VoteLimits,
): string | undefined {
  if (personId === requesterId || forPersonId === requesterId) return 'nobody approves their own request';
  if (facts.lacksDelegation) return 'no delegation was in force at the approval';
  if (!roles.includes(requiredRole) || !facts.hadRole)
    return `the person did not have the role ${requiredRole} at the sign-in before the approval`;
  if (facts.signInAgeS === null || facts.signInAgeS > sessionMaxHours * HOUR_S)
    return `the person had not signed in within the ${formatHours(sessionMaxHours)} before the approval`;
  return undefined;
}

/** Explains why a proper approval has lost its effect; undefined where it has not. */
function lapseReason({ facts }: CastVote, request: Countable, { approvalValidHours }: VoteLimits): string | undefined {
  if (facts.isWithdrawn) return 'the approval was withdrawn';
  if (facts.hasLostPasskey) return 'the passkey that signed it no longer counts';
  if (facts.wasSuspended) return 'the person, or the one they decided for, was suspended';
  if (facts.lacksRight) return 'the person, or the one they decided for, may not approve for this profile';
  if (facts.isRequester) return 'the account and the requester’s account belong to one person';
  if (facts.isEarlierVoter) return 'the person had decided before with another account, or by a delegate';
  if (facts.hasLostRole) return `the person has signed in without the role ${request.requiredRole} since`;
  if (!canFillPlace(needsOf(request), facts.groups ?? []))
    return `the person is in none of the groups that must still approve, or has left the group since`;
  // What waits for a limit over time cannot leave earlier, however early it is approved.
  if (Math.min(facts.ageS, facts.sinceAllowedS ?? facts.ageS) > approvalValidHours * HOUR_S)
    return `the approval is more than ${formatHours(approvalValidHours)} old`;
  return undefined;
}

/**
 * Gives the approvals of the current version, each with the reason why it does not count; undefined where it counts.
 */
export function judgeApprovals<Cast extends CastVote>(
  request: Countable & { votes: readonly Cast[] },
  limits: VoteLimits,
): { vote: Cast; reason: string | undefined }[] {
  return request.votes
    .filter(({ verdict, version }) => verdict === 'APPROVED' && version === request.version)
    .map((vote) => ({ vote, reason: voidReason(vote, request, limits) }));
}

/** Gives the people whose approval of the current version counts, with the groups in which it counts. */
function listApprovers<Cast extends CastVote>(
  request: Countable & { votes: readonly Cast[] },
  limits: VoteLimits,
): (Cast & { id: string; groups: readonly string[] })[] {
  return judgeApprovals(request, limits)
    .filter(({ reason }) => reason === undefined)
    .map(({ vote }) => ({ ...vote, id: vote.personId, groups: vote.facts.groups ?? [] }));
}

/**
 * Counts the people whose approval of the current version counts. Where groups are asked for, counts the places that
 * are filled: a third approval of one group fills no place of another.
 */
export function countApprovals(request: Countable & { votes: readonly CastVote[] }, limits: VoteLimits): number {
  const approvers = listApprovers(request, limits);
  return request.requiredGroups.length > 0
    ? countFilled(needsOf(request), approvers)
    : new Set(approvers.map(({ id }) => id)).size;
}

/** Gives each need of the current version with the approvals that fill it. */
export function fillRequest<Cast extends CastVote>(
  request: Countable & { votes: readonly Cast[] },
  limits: VoteLimits,
): FilledNeed<Cast & { id: string; groups: readonly string[] }>[] {
  return fillNeeds(needsOf(request), listApprovers(request, limits));
}

/** Lists what members of groups have yet to give, for the current version. */
export function listMissingGroups(
  request: Countable & { votes: readonly CastVote[] },
  limits: VoteLimits,
): GroupNeed[] {
  return fillRequest(request, limits).flatMap(({ group, count, filledBy }) =>
    group !== null && filledBy.length < count ? [{ group, count: count - filledBy.length }] : [],
  );
}

/**
 * Tells whether enough approvals were properly cast, whether or not they still count. Where not, the stored request,
 * rule or votes differ from what the console wrote.
 */
export function wasApproved(request: Countable & { votes: readonly CastVote[] }, limits: VoteLimits): boolean {
  const cast = request.votes.filter(({ verdict, version }) => verdict === 'APPROVED' && version === request.version);
  const proper = cast
    .filter((vote) => improperReason(vote, request, limits) === undefined)
    .map(({ personId, facts }) => ({ id: personId, groups: facts.groupsThen ?? [] }));
  return isFilled(needsOf(request), proper);
}

/** Tells whether the current version has enough approvals that count. */
export function isApproved(request: Countable & { votes: readonly CastVote[] }, limits: VoteLimits): boolean {
  return isFilled(needsOf(request), listApprovers(request, limits));
}

/** Describes an approval that does not count, as a sentence. */
export function describeVoidApproval(personName: string, reason: string): string {
  return `The approval by ${personName} does not count: ${reason}.`;
}

function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
