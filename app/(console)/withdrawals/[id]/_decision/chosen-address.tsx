'use client';

import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import type { RequestView } from '@/lib/requests/request-view';

interface ChosenAddressProps {
  request: RequestView;
  chosen: string;
  onChoose: (address: string) => void;
}

/** Asks an approver to confirm the address, where another known address resembles it now or did at request. */
export function ChosenAddress({ request, chosen, onChoose }: ChosenAddressProps) {
  const { crypto_network: network, destination_address: address } = request.body;
  const current = useCurrentChecks(request).data ?? null;
  const checks = needsAddressChoice(current) ? current : request.checks;
  if (!checks || checks.similarAddresses === 'unavailable' || checks.similarAddresses.length === 0) return null;
  const normal = checks.address.state === 'valid' ? checks.address.normal : address;
  return (
    <SimilarAddressChoice
      network={network}
      address={address}
      normal={normal}
      similarAddresses={checks.similarAddresses}
      ifWrong="You chose an address other than the one of this withdrawal. Go back and reject the request."
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
