import { Address } from '@/components/values/address';
import { ShortAddress } from '@/components/values/short-address';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { RequestSummary } from '@/lib/requests/request-summary';

interface RecipientProps {
  item: Pick<RequestSummary, 'recipientName'> & {
    body: Pick<RequestSummary['body'], 'destination_address' | 'crypto_network'>;
  };
  /** Shows the whole address of one without a name: what tells it from one that it resembles is in the middle. */
  isWhole?: boolean;
}

/** Names a recipient, or shortens the address of one who has no entry in the address book. */
export function Recipient({ item: { recipientName, body }, isWhole = false }: RecipientProps) {
  const { destination_address: address, crypto_network: network } = body;
  if (recipientName === null)
    return isWhole ? (
      <Address address={address} network={network} />
    ) : (
      <ShortAddress address={address} network={network} />
    );
  return (
    <span className="font-medium">
      <UntrustedText text={recipientName} limit={80} />
    </span>
  );
}
