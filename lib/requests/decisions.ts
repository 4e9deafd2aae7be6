/**
 * Decides what people may do with a withdrawal request: approve, reject, cancel or change. The pages and the server
 * both ask here, so that a disabled button and a refused action give the same reason. Nothing here touches the
 * database; the send has its own state machine (lib/sends/send-machine.ts).
 *
 * | state             | entered by                             | left by                                            |
 * | ----------------- | -------------------------------------- | -------------------------------------------------- |
 * | DRAFT             | never; reserved                        |                                                    |
 * | AWAITING_APPROVAL | create or amend; approvals that no longer count, before the first send attempt | enough votes, a rejection, cancel, expiry |
 * | APPROVED          | enough votes, at least one             | acceptance by the service; before the first send attempt: cancel, or too few approvals that count |
 * | SENT              | acceptance by the service              | final                                              |
 * | REJECTED          | one rejection                          | amend                                              |
 * | EXPIRED           | the end of the time to decide          | amend                                              |
 * | CANCELLED         | the requester                          | final                                              |
 *
 * Invariants:
 * - Nobody decides on their own request, nor for its requester. The database enforces this once more
 *   (`decisions_not_own`).
 * - A vote covers one version: new bytes make a new version, and votes on earlier versions count for nothing.
 * - A request is approved by as many different people as its rule requires, and by those of the groups that it names;
 *   one person fills one place (lib/approver-groups/needs.ts). lib/requests/votes.ts says whose vote counts.
 * - Once a send attempt has begun, nobody can cancel; only the progress of the send changes the request.
 * - A test payment and its remainder are decided together and never changed.
 * - A request that was requested again (lib/requests/follow-up.ts) is over for good.
 *
 * Protocol: docs/specification/send-protocol.md#two-state-machines
 */
import { canFillPlace, type GroupNeed, type Needs } from '@/lib/approver-groups/needs';
import { atLeastOne, type ApprovingRole } from '@/lib/policy/rules';
import type { Role } from '@/lib/identity/roles';
import { joinList } from '@/lib/text/join-list';

/** States of a request; its send has states of its own (docs/specification/send-protocol.md#two-state-machines). */
export const REQUEST_STATES = [
  'DRAFT',
  'AWAITING_APPROVAL',
  'APPROVED',
  'SENT',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const VERDICTS = ['APPROVED', 'REJECTED'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One vote, bound to the version whose bytes the person saw. */
export interface Vote {
  personId: string;
  version: number;
  verdict: Verdict;
  /** The roles that the person held when voting. */
  roles: readonly Role[];
  /** The person for whom a delegate decided. */
  forPersonId?: string | null;
  /** What else is known of the vote (lib/requests/votes.ts), where it was read. */
  facts?: { isWithdrawn: boolean };
}

/** The facts of a request that decide who may do what with it. */
export interface Decidable {
  state: RequestState;
  requesterId: string;
  version: number;
  requiredApprovals: number;
  requiredRole: ApprovingRole;
  /** Approvals that members of groups give, of those required. */
  requiredGroups: readonly GroupNeed[];
  /** True once the time to decide is over, even if the stored state does not say so yet. */
  isExpired: boolean;
  /** True once an attempt to send the request has begun. */
  hasAttempt: boolean;
  /** True for a test payment and for its remainder, which are decided together. */
  isTestPaymentPart: boolean;
  /** True where the database was restored from a backup since: the request may have been approved and paid. */
  isBeforeRestore?: boolean | undefined;
  /** True where a later request follows this one: both could be paid if this one could be approved again. */
  isFollowed?: boolean | undefined;
  /** The votes on every version. */
  votes: readonly Vote[];
}

interface Actor {
  id: string;
  roles: readonly Role[];
  /** Groups that the person is in, and the one they decide for; where absent, none. */
  groups?: readonly string[] | undefined;
  /** Groups that the person is a member of and that none of their passkeys is in. */
  unprovenGroups?: readonly string[] | undefined;
  /** The person for whom a delegate decides; delegate and delegator count as one. */
  decidesFor?: { id: string; name: string } | undefined;
}

/** Actions on an existing request; `-together` is deciding on a bundle, and on a test payment with its remainder. */
export type RequestAction = DecideAction | `${DecideAction}-together` | 'withdraw-approval' | 'cancel' | 'amend';
type DecideAction = 'approve' | 'reject';

/** The action of each verdict. */
export const DECIDE_ACTIONS = { APPROVED: 'approve', REJECTED: 'reject' } as const satisfies Record<
  Verdict,
  DecideAction
>;

/** Explains why this person cannot take this action now; undefined where they can. */
export function requestDenialReason(action: RequestAction, request: Decidable, person: Actor): string | undefined {
  switch (action) {
    case 'approve':
    case 'reject':
      return (
        decideDenialReason(action, request, person) ??
        (request.isTestPaymentPart ? 'A test payment and its remainder are decided together.' : undefined)
      );
    case 'approve-together':
      return decideDenialReason('approve', request, person);
    case 'reject-together':
      return decideDenialReason('reject', request, person);
    case 'withdraw-approval':
      return withdrawDenialReason(request, person);
    case 'cancel':
      return cancelDenialReason(request, person);
    case 'amend':
      return amendDenialReason(request, person);
  }
}

function decideDenialReason(action: DecideAction, request: Decidable, person: Actor): string | undefined {
  if (request.requesterId === person.id) return 'You made this request, so someone else must decide.';
  if (!person.roles.includes(request.requiredRole))
    return `Only someone with the role ${request.requiredRole} can decide.`;
  // A rejection only lowers what may leave: it fills no place and takes no group.
  if (action === 'approve' && !canFillPlace(needsOf(request), person.groups ?? []))
    return explainGroups(request, person);
  if (request.isBeforeRestore) return BEFORE_RESTORE;
  if (request.state !== 'AWAITING_APPROVAL') return explainState(request.state);
  if (request.isExpired) return explainState('EXPIRED');
  const votes = currentVotes(request);
  const own = votes.find((vote) => vote.personId === person.id);
  if (own?.facts?.isWithdrawn)
    return 'You withdrew your approval of this version. Another person must approve, or the requester must change it.';
  if (own) return 'You have already decided.';
  if (votes.some(({ forPersonId }) => forPersonId === person.id)) return 'Your delegate has already decided for you.';
  return person.decidesFor && delegatedDenialReason(request, votes, person.decidesFor);
}

/** Gives what a version asks for: at least one approval, whatever is stored. */
export function needsOf({
  requiredApprovals,
  requiredGroups,
}: Pick<Decidable, 'requiredApprovals' | 'requiredGroups'>): Needs {
  return { count: atLeastOne(requiredApprovals), groups: requiredGroups };
}

function explainGroups({ requiredGroups }: Decidable, { unprovenGroups = [] }: Actor): string {
  const groups = requiredGroups.map(({ group }) => group);
  const unproven = groups.filter((group) => unprovenGroups.includes(group));
  return unproven.length > 0
    ? `You are in ${joinList(unproven)}, and none of your passkeys is. Two administrators must sign that they are.`
    : `Only members of ${joinList(groups, 'or')} can approve. The page “Groups” lists them.`;
}

/** Explains why nobody decides for this person now; undefined where their delegate can. */
function delegatedDenialReason(
  { requesterId }: Decidable,
  votes: readonly Vote[],
  { id, name }: { id: string; name: string },
): string | undefined {
  if (id === requesterId) return `${name} made this request, so nobody decides on it for them.`;
  const hasDecided = votes.some(({ personId, forPersonId }) => personId === id || forPersonId === id);
  return hasDecided ? `${name} has already decided. You and ${name} count as one.` : undefined;
}

function withdrawDenialReason(request: Decidable, person: Actor): string | undefined {
  const own = currentVotes(request).find((vote) => vote.personId === person.id);
  if (own?.verdict !== 'APPROVED') return 'You have not approved this version.';
  if (own.facts?.isWithdrawn) return 'You have already withdrawn your approval.';
  if (request.hasAttempt) return 'Sending has begun, so the approval can no longer be withdrawn.';
  return ['AWAITING_APPROVAL', 'APPROVED'].includes(request.state) ? undefined : explainState(request.state);
}

function cancelDenialReason(request: Decidable, person: Actor): string | undefined {
  if (request.requesterId !== person.id) return 'Only the requester can cancel this request.';
  if (request.hasAttempt) return 'Sending has begun, so the request can no longer be cancelled.';
  return ['AWAITING_APPROVAL', 'APPROVED'].includes(request.state) ? undefined : explainState(request.state);
}

function amendDenialReason(request: Decidable, person: Actor): string | undefined {
  if (request.requesterId !== person.id) return 'Only the requester can change this request.';
  if (request.isBeforeRestore) return BEFORE_RESTORE;
  if (request.isFollowed) return 'This withdrawal was requested again. Change the later request instead.';
  if (request.state === 'APPROVED') return 'The request is approved. To change it, cancel it and make a new request.';
  if (!['AWAITING_APPROVAL', 'REJECTED', 'EXPIRED'].includes(request.state)) return explainState(request.state);
  return request.isTestPaymentPart
    ? 'A test payment and its remainder cannot be changed. Make a new request instead.'
    : undefined;
}

/** Reason why a request from before a restore is neither approved nor changed, and what to do instead. */
const BEFORE_RESTORE =
  'This request is from before the database was restored, and may have been approved and paid since the backup. ' +
  'It cannot be approved or changed. Look its reference up under Transfers; if it was not paid, request it again.';

/** How often a requester can remind the approvers, in minutes. */
export const NUDGE_MINUTES = 60;

/** Explains why nobody is reminded of a request; undefined where its requester can have the approvers reminded. */
export function nudgeDenialReason({ state, isExpired }: Pick<Decidable, 'state' | 'isExpired'>): string | undefined {
  if (state !== 'AWAITING_APPROVAL') return explainState(state);
  return isExpired ? explainState('EXPIRED') : undefined;
}

function currentVotes({ votes, version }: Pick<Decidable, 'votes' | 'version'>): Vote[] {
  return votes.filter((vote) => vote.version === version);
}

function explainState(state: RequestState): string {
  switch (state) {
    case 'APPROVED':
      return 'The request is already approved.';
    case 'SENT':
      return 'The request has already been sent.';
    case 'REJECTED':
      return 'The request was rejected.';
    case 'EXPIRED':
      return 'The request expired before it was sent.';
    case 'CANCELLED':
      return 'The request was cancelled.';
    case 'DRAFT':
    case 'AWAITING_APPROVAL':
      return 'The request is still awaiting approval.';
  }
}
