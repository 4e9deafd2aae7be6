import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { RiskCard } from '@/lib/risk/risk-facts';
import type { SimilarAddress } from '@/lib/recipients/recipients';

/** The checks of a withdrawal's recipient at one moment; stored with the request as the requester saw them. */
export interface RecipientChecks {
  address: AddressVerdict;
  /** Paid or saved addresses that resemble the address; `unavailable` where the search failed. */
  lookAlikes: SimilarAddress[] | 'unavailable';
  card: RiskCard;
  /** The time of the checks in ISO 8601. */
  checkedAt: string;
}

/**
 * Tells whether a check that exists could not run. One that does not exist, as for the addresses of a network that the
 * console does not know, has not failed: trying again changes nothing.
 */
export function hasFailedCheck({ lookAlikes, card }: RecipientChecks): boolean {
  return (
    lookAlikes === 'unavailable' || card.lines.some(({ id, state }) => state === 'unavailable' && id !== 'address')
  );
}

/** Tells whether a person must confirm the address, because it resembles another known one. */
export function needsAddressChoice(checks: RecipientChecks | null): boolean {
  return checks !== null && checks.lookAlikes !== 'unavailable' && checks.lookAlikes.length > 0;
}
