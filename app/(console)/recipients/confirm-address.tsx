'use client';

import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { findNetwork } from '@/lib/networks/networks';
import { identifyAddress, type SimilarAddress, type RecipientEntry } from '@/lib/recipients/recipients';

interface ChooseAddressProps {
  entry: RecipientEntry;
  lookAlikes: readonly SimilarAddress[];
  chosen?: string;
  onChoose?: (address: string) => void;
}

/** What looks like the address of an entry, to choose which is meant; to look at only where nothing is decided. Nothing where nothing does. */
export function ChooseAddress({
  entry: { network: id, address, name },
  lookAlikes,
  chosen,
  onChoose,
}: ChooseAddressProps) {
  if (lookAlikes.length === 0) return null;
  const { normal } = identifyAddress(findNetwork(id) ?? { id, label: id }, address);
  return (
    <SimilarAddressChoice
      network={id}
      address={address}
      normal={normal}
      lookAlikes={lookAlikes}
      about={`What the book would say for “${name}”`}
      ifWrong="Then the book would hold a wrong address. Do not go on with this one."
      {...(chosen !== undefined && { chosen })}
      {...(onChoose && { onChoose })}
    />
  );
}
