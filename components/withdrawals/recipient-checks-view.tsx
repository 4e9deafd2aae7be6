import { RiskCard } from '@/components/withdrawals/risk-card';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { Notice } from '@/components/ui/notice';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';

interface RecipientChecksViewProps {
  network: string;
  address: string;
  checks: RecipientChecks;
  title: string;
  /** Where whoever reads is to say which address is meant. */
  chosen?: string;
  onChoose?: (address: string) => void;
}

/**
 * What is known about the recipient: what looks like the address, and how the withdrawal compares with earlier ones.
 */
export function RecipientChecksView({
  network,
  address,
  checks: { address: verdict, lookAlikes, card },
  title,
  chosen,
  onChoose,
}: RecipientChecksViewProps) {
  return (
    <div className="space-y-4">
      {lookAlikes === 'unavailable' && (
        <Notice look="warn" title="Unavailable: whether the address looks like another could not be looked up.">
          <p>Compare it, character by character, with what the recipient gave you.</p>
        </Notice>
      )}
      {lookAlikes !== 'unavailable' && lookAlikes.length > 0 && (
        <SimilarAddressChoice
          network={network}
          address={address}
          normal={verdict.state === 'valid' ? verdict.normal : address}
          similarAddresses={lookAlikes}
          {...(chosen !== undefined && { chosen })}
          {...(onChoose && { onChoose })}
        />
      )}
      <RiskCard card={card} title={title} />
    </div>
  );
}
