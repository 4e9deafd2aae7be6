import { type Amount, exceedsTimes } from '@/lib/money/amounts';
import type { TimeUsage } from '@/lib/policy/time-limits';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Facts about a withdrawal that the policy decides by; stored with the request. */
export interface PolicyFacts {
  asset: string;
  network: string;
  profileId: string;
  /** The key of the recipient (lib/recipients/recipients). Stored only under policies that name recipients. */
  recipient?: string;
  makerId: string;
  /** Amount or total, whichever the request fixes. */
  value: string;
  /** True where the value is the sum of all rows to the recipient in an imported batch. */
  isSum?: boolean;
  /** True where the recipient counts as new (`isNewTo`). */
  isNewRecipient: boolean;
  /** Absent in facts that were stored when a recipient of any asset and amount counted as known. */
  paidBefore?: PaidBefore;
  /** Warnings that hold (lib/policy/signals). Absent in facts that were stored before warnings existed. */
  signals?: readonly string[];
  /** What counts against each limit over time of the policy, this withdrawal included. */
  overTime?: readonly TimeUsage[];
  /** The time before which the withdrawal does not leave (ISO 8601), and the rule that makes it wait. */
  wait?: { until: string; ruleNumber: number };
}

/** What this console has paid to a recipient in completed withdrawals. */
export interface PaidBefore {
  inAnyAsset: boolean;
  /** The largest payment in the asset of the withdrawal; null where there was none. */
  largest: Amount | null;
}

/**
 * A recipient is known up to this many times the largest completed payment in the asset: payments to one recipient
 * grow by less, while a small payment that prepares a large theft stays far below a thousandth of it.
 */
export const MAX_TIMES_PAID = 10;

/** Collects the facts that the policy decides by. `makerId` is the requester, `recipient` the key of the recipient. */
export function toPolicyFacts(
  body: WithdrawalBody,
  {
    makerId,
    recipient,
    isNewRecipient,
    paidBefore,
    signals = [],
  }: Pick<PolicyFacts, 'makerId' | 'recipient' | 'isNewRecipient' | 'paidBefore' | 'signals'>,
): PolicyFacts {
  return {
    asset: body.asset,
    network: body.crypto_network,
    profileId: body.profile_id,
    ...(recipient !== undefined && { recipient }),
    makerId,
    value: body.amount ?? body.total,
    isNewRecipient,
    ...(paidBefore && { paidBefore }),
    signals,
  };
}

/**
 * Tells whether a recipient counts as new: never paid in the asset, or never more than a tenth of this value
 * (`MAX_TIMES_PAID`). What was paid can only add to a stored `isNewRecipient`.
 */
export function isNewTo({ isNewRecipient, paidBefore, value }: PolicyFacts): boolean {
  if (isNewRecipient || !paidBefore) return isNewRecipient;
  return paidBefore.largest === null || exceedsTimes(value, MAX_TIMES_PAID, paidBefore.largest);
}

/** Gives the time before which a withdrawal does not leave (ISO 8601); null where it does not wait, or no longer. */
export function findLeavingTime({ wait }: Pick<PolicyFacts, 'wait'>, now: Date): string | null {
  return wait && Date.parse(wait.until) > now.getTime() ? wait.until : null;
}

/** Tells whether a recipient had never been paid in any asset; older facts tell the same by `isNewRecipient`. */
export function isNeverPaid({ isNewRecipient, paidBefore }: PolicyFacts): boolean {
  return paidBefore ? !paidBefore.inAnyAsset : isNewRecipient;
}
