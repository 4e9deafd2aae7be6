import type { ApprovingRole } from '@/lib/policy/policy';
import type { Role } from '@/lib/identity/roles';

/** States of a request, which people move (send-protocol, "Two machines"). */
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

/** A sign-in older than this must be renewed before approving. */
export const FRESH_SIGN_IN_MINUTES = 5;

/** One vote, bound to the version whose bytes the person saw. */
export interface Vote {
  personId: string;
  version: number;
  verdict: Verdict;
  /** The roles that the person held at that moment. */
  roles: readonly Role[];
}

/** A request as far as it matters for who may do what with it. */
export interface Decidable {
  state: RequestState;
  requesterId: string;
  version: number;
  requiredApprovals: number;
  requiredRole: ApprovingRole;
  /** Whether the time to decide is over, whatever the state says yet. */
  isExpired: boolean;
  /** Whether an attempt to send it was ever begun. */
  hasAttempt: boolean;
  /** Whether it is a test or its remainder, which are decided on together. */
  isPaired: boolean;
  /** Of every version. */
  votes: readonly Vote[];
}

interface Actor {
  id: string;
  roles: readonly Role[];
}

/**
 * What people do with a request that exists (send-protocol, "Two machines"). Approving and rejecting are one right;
 * `decide-together` is the same as one of a group.
 */
export type RequestAct = 'decide' | 'decide-together' | 'cancel' | 'amend';

/**
 * Undefined where this person may do this now; otherwise the sentence that says why not. The buttons and the server
 * both ask here; the database refuses one's own request once more (schema, `decisions_not_own`).
 */
export function requestDenialReason(act: RequestAct, request: Decidable, person: Actor): string | undefined {
  switch (act) {
    case 'decide':
      return (
        decideDenialReason(request, person) ??
        (request.isPaired ? 'It is one of a test and its remainder, which are decided on together.' : undefined)
      );
    case 'decide-together':
      return decideDenialReason(request, person);
    case 'cancel':
      if (request.requesterId !== person.id) return 'Only the person who asked for it can cancel it.';
      if (request.hasAttempt) return 'Sending has begun, so it can no longer be cancelled.';
      return ['AWAITING_APPROVAL', 'APPROVED'].includes(request.state) ? undefined : describeEnd(request.state);
    case 'amend':
      if (request.requesterId !== person.id) return 'Only the person who asked for it can change it.';
      if (request.state === 'APPROVED') return 'It is approved. Cancel it and ask again to change it.';
      if (!['AWAITING_APPROVAL', 'REJECTED', 'EXPIRED'].includes(request.state)) return describeEnd(request.state);
      return request.isPaired
        ? 'It is one of a test and its remainder, which are not changed. Ask again instead.'
        : undefined;
  }
}

function decideDenialReason(request: Decidable, person: Actor): string | undefined {
  if (request.requesterId === person.id) return 'You asked for it. Somebody else must decide.';
  if (!person.roles.includes(request.requiredRole))
    return `The rule asks for somebody with the role ${request.requiredRole}.`;
  if (request.state !== 'AWAITING_APPROVAL') return describeEnd(request.state);
  if (request.isExpired) return describeEnd('EXPIRED');
  if (currentVotes(request).some((vote) => vote.personId === person.id)) return 'You have decided already.';
  return undefined;
}

/** Whether the votes on the current version are enough. Votes of the maker, of another role or on other bytes count for nothing. */
export function isApproved(
  request: Pick<Decidable, 'requesterId' | 'version' | 'requiredApprovals' | 'requiredRole' | 'votes'>,
): boolean {
  return countApprovals(request) >= request.requiredApprovals;
}

/** How many approvals count. */
export function countApprovals(request: Pick<Decidable, 'requesterId' | 'version' | 'requiredRole' | 'votes'>): number {
  const people = currentVotes(request)
    .filter(
      ({ personId, verdict, roles }) =>
        verdict === 'APPROVED' && personId !== request.requesterId && roles.includes(request.requiredRole),
    )
    .map(({ personId }) => personId);
  return new Set(people).size;
}

function currentVotes({ votes, version }: Pick<Decidable, 'votes' | 'version'>): Vote[] {
  return votes.filter((vote) => vote.version === version);
}

function describeEnd(state: RequestState): string {
  switch (state) {
    case 'APPROVED':
      return 'It is approved already.';
    case 'SENT':
      return 'It has been sent already.';
    case 'REJECTED':
      return 'It was rejected.';
    case 'EXPIRED':
      return 'Nobody decided in time, so it has expired.';
    case 'CANCELLED':
      return 'It was cancelled.';
    case 'DRAFT':
    case 'AWAITING_APPROVAL':
      return 'It is still waiting for approval.';
  }
}
