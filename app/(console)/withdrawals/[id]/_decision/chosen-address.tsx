'use client';

import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { listToChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RequestView } from '@/lib/requests/request-view';

interface ChosenAddressProps {
  request: RequestView;
  checks: RecipientChecks;
  chosen: string;
  onChoose: (address: string) => void;
}

/** Asks an approver to confirm the address. */
export function ChosenAddress({ request, checks, chosen, onChoose }: ChosenAddressProps) {
  const { crypto_network: network, destination_address: address } = request.body;
  return (
    <SimilarAddressChoice
      network={network}
      address={address}
      normal={checks.address.state === 'valid' ? checks.address.normal : address}
      similarAddresses={listToChoose(checks.similarAddresses)}
      ifWrong="You chose an address other than the one of this withdrawal. Go back and reject the request."
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
