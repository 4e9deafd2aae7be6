'use client';

import { useChecksNow } from '@/app/(console)/withdrawals/[id]/recipient-panel';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import type { RequestView } from '@/lib/requests/request-view';

interface ChosenAddressProps {
  request: RequestView;
  chosen: string;
  onChoose: (address: string) => void;
}

/** Where others look like the address, now or when it was asked for: whoever approves says which is meant. */
export function ChosenAddress({ request, chosen, onChoose }: ChosenAddressProps) {
  const { crypto_network: network, destination_address: address } = request.body;
  const now = useChecksNow(request).data ?? null;
  const checks = needsAddressChoice(now) ? now : request.checks;
  if (!checks || checks.lookAlikes === 'unavailable' || checks.lookAlikes.length === 0) return null;
  const normal = checks.address.state === 'valid' ? checks.address.normal : address;
  return (
    <SimilarAddressChoice
      network={network}
      address={address}
      normal={normal}
      similarAddresses={checks.lookAlikes}
      ifWrong="Then this withdrawal goes to the wrong address. Go back and reject it."
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
