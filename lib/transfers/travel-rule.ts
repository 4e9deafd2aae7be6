import type { Explanation } from '@/lib/http/problems';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { TheService, theService } from '@/lib/text/service-name';
import type { Transfer } from '@/lib/transfers/transfer';
import { type Beneficiary, writeBeneficiary } from '@/lib/withdrawals/beneficiary';

/** Documented names of a transfer that the travel rule holds (docs/specification/service-facts.md#fields). */
const HOLDS: ReadonlySet<unknown> = new Set(['TRAVEL_RULE_INFO_REQUESTED', 'TRAVEL_RULE_REJECTED']);

/**
 * Explains why the travel rule holds a pending transfer, what is missing and what to do; undefined where it does not.
 * `beneficiary` is that of the withdrawal request; null where the request has none, undefined where there is no
 * request.
 */
export function explainTravelRuleHold(
  { status, secondary_status: secondary }: Pick<Transfer, 'status' | 'secondary_status'>,
  beneficiary: Beneficiary | null | undefined,
): Explanation | undefined {
  if (status !== 'PENDING' || !HOLDS.has(secondary?.name)) return undefined;
  const isRejected = secondary?.name === 'TRAVEL_RULE_REJECTED';
  const asked = typeof secondary?.detail === 'string' ? revealHiddenCharacters(secondary.detail) : '';
  return {
    title: isRejected
      ? `Travel rule: ${theService()} rejected the details of the recipient`
      : `Travel rule: ${theService()} waits for details of the recipient`,
    detail: [describeGiven(beneficiary), asked && `${TheService()} says: “${asked}”`].filter(Boolean).join(' '),
    next: `Give ${theService()} the recipient’s full or legal name with the transfer ID; do not request it again.`,
  };
}

function describeGiven(beneficiary: Beneficiary | null | undefined): string {
  if (beneficiary === undefined) return '';
  return beneficiary === null
    ? 'The request had no beneficiary.'
    : `The request named this beneficiary: ${revealHiddenCharacters(writeBeneficiary(beneficiary))}.`;
}
