'use client';

import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, type SimilarAddress, type RecipientEntry } from '@/lib/recipients/recipients';

interface ConfirmAddressProps {
  entry: RecipientEntry;
  similarAddresses: readonly SimilarAddress[];
  /** The confirmed address; absent with `onChoose` where the reader has nothing to confirm. */
  chosen?: string;
  onChoose?: (address: string) => void;
}

/** Comparison of an entry's address with similar ones, for the reader to confirm. Empty without similar addresses. */
export function ConfirmAddress({
  entry: { network: id, address, name },
  similarAddresses,
  chosen,
  onChoose,
}: ConfirmAddressProps) {
  if (similarAddresses.length === 0) return null;
  const { normal } = identifyAddress(resolveNetwork(id), address);
  return (
    <SimilarAddressChoice
      network={id}
      address={address}
      normal={normal}
      similarAddresses={similarAddresses}
      about={`Address proposed for “${name}”`}
      ifWrong="You chose another address, so this entry would be wrong. Correct the entry, or decline the proposal."
      {...(chosen !== undefined && { chosen })}
      {...(onChoose && { onChoose })}
    />
  );
}
