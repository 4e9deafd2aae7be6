/**
 * Decides who may let whom decide for them, and when that ends. The page and the server both ask here. A delegation
 * covers one role for a span of time; a delegate and the person they decide for count as one
 * (lib/requests/votes.ts, lib/proof/evidence/verify-decision.ts).
 */
import { type ApprovingRole, decidingRoles } from '@/lib/policy/rules';
import type { Role } from '@/lib/identity/roles';

/** The longest time for which one person lets another decide. */
export const MAX_DELEGATION_DAYS = 90;
/** How far ahead a delegation may begin. */
const MAX_AHEAD_DAYS = 90;
/** The shortest delegation that makes sense, so that a wrong date is noticed. */
const MIN_MINUTES = 15;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A span of time in which one person decides for another. */
export interface DelegationSpan {
  delegatorId: string;
  delegatorName: string;
  delegateId: string;
  delegateName: string;
  role: ApprovingRole;
  startsAt: Date;
  endsAt: Date;
  /** When a person ended it early. */
  endedAt: Date | null;
}

/** A delegation that a person asks for. */
export interface WantedDelegation {
  role: ApprovingRole;
  startsAt: Date;
  endsAt: Date;
}

interface Party {
  id: string;
  name: string;
  roles: readonly Role[];
}

/** Tells whether a delegation is in force at a time. */
export function isInForce(
  { startsAt, endsAt, endedAt }: Pick<DelegationSpan, 'startsAt' | 'endsAt' | 'endedAt'>,
  at: Date,
): boolean {
  return startsAt <= at && at < (endedAt !== null && endedAt < endsAt ? endedAt : endsAt);
}

/**
 * Explains why a person cannot let this delegate decide for them; undefined where they can. `others` are the
 * delegations of both that have not ended.
 */
export function delegateDenialReason(
  wanted: WantedDelegation,
  {
    delegator,
    delegate,
    others,
    now,
  }: {
    delegator: Party;
    delegate: Party & { isSuspended: boolean; isSameHuman: boolean };
    others: readonly DelegationSpan[];
    now: Date;
  },
): string | undefined {
  const { role } = wanted;
  if (!decidingRoles(delegator.roles).includes(role)) return `You do not have the role ${role}.`;
  if (delegate.id === delegator.id || delegate.isSameHuman) return 'Choose another person than yourself.';
  if (!delegate.roles.includes(role)) return `${delegate.name} does not have the role ${role}.`;
  if (delegate.isSuspended) return `${delegate.name} is suspended.`;
  return spanDenialReason(wanted, now) ?? overlapReason(wanted, { delegator, delegate, others });
}

function spanDenialReason({ startsAt, endsAt }: WantedDelegation, now: Date): string | undefined {
  const [start, end, present] = [startsAt.getTime(), endsAt.getTime(), now.getTime()];
  if (end <= present) return 'The end is in the past.';
  if (end - Math.max(start, present) < MIN_MINUTES * MINUTE_MS)
    return `The end must be at least ${MIN_MINUTES} minutes after the start.`;
  if (start - present > MAX_AHEAD_DAYS * DAY_MS) return `The start must be within ${MAX_AHEAD_DAYS} days from now.`;
  if (end - start > MAX_DELEGATION_DAYS * DAY_MS) return `A delegation lasts at most ${MAX_DELEGATION_DAYS} days.`;
  return undefined;
}

/** A delegate decides in person: no second delegate, no chain, and so no circle. */
function overlapReason(
  wanted: WantedDelegation,
  { delegator, delegate, others }: { delegator: Party; delegate: Party; others: readonly DelegationSpan[] },
): string | undefined {
  const same = others.filter((other) => isOverlap(other, wanted));
  const second = same.find((other) => other.delegatorId === delegator.id && other.role === wanted.role);
  if (second) return `${second.delegateName} decides for you in that time already. End that delegation first.`;
  const circle = same.find((other) => other.delegatorId === delegate.id && other.delegateId === delegator.id);
  if (circle) return `${delegate.name} lets you decide for them in that time, so you cannot let them decide for you.`;
  const before = same.find((other) => other.delegateId === delegator.id);
  if (before)
    return `You decide for ${before.delegatorName} in that time, and cannot pass that on. End that delegation first.`;
  const after = same.find((other) => other.delegatorId === delegate.id);
  return after && `${delegate.name} lets ${after.delegateName} decide for them in that time. Choose another person.`;
}

function isOverlap(other: DelegationSpan, { startsAt, endsAt }: WantedDelegation): boolean {
  return other.endedAt === null && other.startsAt < endsAt && startsAt < other.endsAt;
}

/** Explains why a person cannot end a delegation; undefined for its two people and for administrators. */
export function endDenialReason(
  {
    delegatorId,
    delegateId,
    endsAt,
    endedAt,
  }: Pick<DelegationSpan, 'delegatorId' | 'delegateId' | 'endsAt' | 'endedAt'>,
  { id, roles }: Pick<Party, 'id' | 'roles'>,
  now: Date,
): string | undefined {
  if (![delegatorId, delegateId].includes(id) && !roles.includes('admin'))
    return 'Only the two people of a delegation and administrators can end it.';
  return endedAt !== null || endsAt <= now ? 'The delegation has ended already.' : undefined;
}

/** A person for whom a delegate decides. */
export interface DecidesFor {
  delegationId: string;
  id: string;
  name: string;
  role: ApprovingRole;
  /** When it ends, as ISO 8601. */
  endsAt: string;
}

/** Names who decided: “Ben”, or “Ben for Ada” where Ben decided as Ada's delegate. */
export function nameDecider({
  personName,
  forPersonName,
}: {
  personName: string;
  forPersonName: string | null;
}): string {
  return forPersonName === null ? personName : `${personName} for ${forPersonName}`;
}
