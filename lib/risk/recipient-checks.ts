import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { RiskCard } from '@/lib/risk/risk-facts';
import type { SimilarAddress } from '@/lib/recipients/recipients';

/** What was known about the recipient of a withdrawal at one moment; kept with the request as its maker saw it. */
export interface RecipientChecks {
  address: AddressVerdict;
  /** What we have paid or saved and what looks like the address; `unavailable` where it could not be looked up. */
  lookAlikes: SimilarAddress[] | 'unavailable';
  card: RiskCard;
  /** ISO 8601. */
  checkedAt: string;
}

/** Whether somebody must say which address is meant. */
export function mustChoose(checks: RecipientChecks | null): boolean {
  return checks !== null && checks.lookAlikes !== 'unavailable' && checks.lookAlikes.length > 0;
}
