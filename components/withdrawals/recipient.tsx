import { ShortAddress } from '@/components/values/short-address';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { RequestSummary } from '@/lib/requests/request-summary';

interface RecipientProps {
  item: Pick<RequestSummary, 'recipientName'> & {
    body: Pick<RequestSummary['body'], 'destination_address' | 'crypto_network'>;
  };
}

/** Names a recipient, or shortens the address of one who has no entry in the address book. */
export function Recipient({ item: { recipientName, body } }: RecipientProps) {
  const { destination_address: address, crypto_network: network } = body;
  if (recipientName === null) return <ShortAddress address={address} network={network} />;
  return (
    <span className="font-medium">
      <UntrustedText text={recipientName} limit={80} />
    </span>
  );
}
