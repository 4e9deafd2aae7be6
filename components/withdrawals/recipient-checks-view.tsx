import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { Findings } from '@/components/withdrawals/findings';
import { Notice } from '@/components/ui/notice';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';

interface RecipientChecksViewProps {
  network: string;
  address: string;
  checks: RecipientChecks;
  title: string;
  /** The chosen address and the callback, where the reader must confirm the address. */
  chosen?: string;
  onChoose?: (address: string) => void;
}

/** Shows the checks of a recipient: similar addresses and the findings. */
export function RecipientChecksView({
  network,
  address,
  checks: { address: verdict, similarAddresses, card },
  title,
  chosen,
  onChoose,
}: RecipientChecksViewProps) {
  return (
    <div className="space-y-4">
      {similarAddresses === 'unavailable' && (
        <Notice look="warn" title="Similar addresses could not be checked">
          <p>Compare the address character by character with the one the recipient gave you.</p>
        </Notice>
      )}
      {similarAddresses !== 'unavailable' && similarAddresses.length > 0 && (
        <SimilarAddressChoice
          network={network}
          address={address}
          normal={verdict.state === 'valid' ? verdict.normal : address}
          similarAddresses={similarAddresses}
          {...(chosen !== undefined && { chosen })}
          {...(onChoose && { onChoose })}
        />
      )}
      <Findings lines={card.lines} title={title} />
    </div>
  );
}
