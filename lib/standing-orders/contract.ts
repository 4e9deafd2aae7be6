import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { PlannedDay } from '@/lib/standing-orders/bank-days';
import type { Schedule } from '@/lib/standing-orders/schedule';

/** States of a planned payment, as stored. */
export type OrderState = 'PROPOSED' | 'ACTIVE' | 'PAUSED' | 'ENDED';
/** Approvals that a planned payment takes, by people other than its owner. */
export const ORDER_APPROVALS = 2;

/** Steps with a planned payment after it is proposed. */
export const ORDER_STEPS = ['approve', 'pause', 'resume', 'end'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** A planned payment as lists show it. */
export interface OrderSummary extends Schedule {
  id: string;
  title: string;
  state: OrderState;
  owner: string;
  timeZone: string;
  value: string;
  asset: string;
  network: string;
  address: string;
  /** Name of the recipient in the address book; null where the address is not in it. */
  recipientName: string | null;
  /** The next day on which it is requested; null where none is left. */
  nextDate: string | null;
  /** True where it has a beneficiary that new withdrawals leave out; and where its owner signed it so. */
  omitsBeneficiary: boolean;
  isSigned: boolean;
}

/** A planned payment with what became of its dates. Times are ISO 8601. */
export interface OrderView extends OrderSummary {
  /** What each date requests, as the text that is sent, without a reference. */
  bytes: string;
  isOwn: boolean;
  note: string;
  /** What the checks found when the payment was proposed, as sentences: it keeps no date from being requested. */
  findings: string[];
  reason: string;
  proposedAt: string;
  approvals: { by: string; at: string }[];
  past: { date: string; day: string; requestId: string | null; skipped: string | null }[];
  /** Withdrawals of past dates that wait for approval. */
  waiting: { day: string; requestId: string }[];
  /** Who ended the planned payment by hand, and why; null where nobody did. */
  endedBy: { by: string; at: string; reason: string } | null;
  /** Dates still to come, at most twelve where none has a bank day of its own. */
  coming: PlannedDay[];
  /** Why the reader cannot take each step; null where they can. */
  denied: Record<OrderStep, string | null>;
}

/** A planned payment that waits for the approval of its reader. */
export type OrderToApprove = Pick<
  OrderSummary,
  'id' | 'title' | 'owner' | 'value' | 'asset' | 'network' | 'address'
> & {
  proposedAt: string;
};

/** Sentence for a planned payment that ended by itself before two people approved it. */
export const NEVER_APPROVED = 'Two people did not approve it before its last date.';

/** Why a step with a planned payment failed. Nothing has changed after any of them. */
export type OrderFailure =
  | Denial
  | StaleSignIn
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'not-possible'; reason: string };

/** A person who approved a planned payment; `canStillDecide` is false once they are suspended or lost the role. */
export interface OrderApprover {
  personId: string;
  name: string;
  canStillDecide: boolean;
}

const LAPSED =
  ', who approved this planned payment, was suspended or lost the role. End the plan, and have it proposed again.';

/**
 * Explains why a person cannot take a step; undefined where they can. The page and the server ask the same.
 * `mayDecide`: whether rights to profiles let them decide for the profile that it pays from.
 */
export function orderDenialReason(
  step: OrderStep,
  { state, ownerId, approvals }: { state: OrderState; ownerId: string; approvals: readonly OrderApprover[] },
  { id, roles, mayDecide }: { id: string; roles: readonly Role[]; mayDecide: boolean },
): string | undefined {
  if (state === 'ENDED') return 'This planned payment has ended.';
  const isOwner = id === ownerId;
  const lapsed = approvals.find(({ canStillDecide }) => !canStillDecide);
  const others = denialReason('governStandingOrders', roles);
  const noRight = mayDecide ? undefined : NO_RIGHT;
  switch (step) {
    case 'approve':
      if (state !== 'PROPOSED') return 'This planned payment is approved already.';
      if (isOwner) return 'You proposed this planned payment. Two other people approve it.';
      if (lapsed) return `${lapsed.name}${LAPSED}`;
      if (approvals.some(({ personId }) => personId === id))
        return 'You approved this planned payment. Another person must approve it as well.';
      return denialReason('decideOnWithdrawals', roles) ?? noRight;
    case 'pause':
      if (state !== 'ACTIVE') return 'Only an approved planned payment can be paused.';
      return isOwner ? undefined : others;
    case 'resume':
      if (state !== 'PAUSED') return 'This planned payment is not paused.';
      return isOwner ? 'Another person who is an administrator resumes your planned payment.' : (others ?? noRight);
    case 'end':
      if (state === 'PROPOSED' && mayDecide && denialReason('decideOnWithdrawals', roles) === undefined)
        return undefined;
      return isOwner ? undefined : others;
  }
}

const NO_RIGHT =
  'You may not decide on withdrawals from the profile of this planned payment. The page “Profiles” lists who may.';

/** Explains a failure: what happened, whether anything changed, and what to do next. */
export function explainOrderFailure(failure: OrderFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  if (failure.kind === 'not-found')
    return { title: 'The planned payment was not found', detail: NOTHING_CHANGED, next: 'Load the page again.' };
  return { title: failure.reason, detail: NOTHING_CHANGED, next: '' };
}

const NOTHING_CHANGED = 'Nothing was changed, and nothing was sent.';

/** Explains what becomes of the dates of a planned payment with a beneficiary that new withdrawals leave out. */
export const OMITTED_BENEFICIARY = 'New withdrawals leave the beneficiary out, so each date is requested without it.';
export const SIGNED_BENEFICIARY =
  'Signed with a beneficiary, which new withdrawals leave out: its dates are skipped until it is planned again without.';
