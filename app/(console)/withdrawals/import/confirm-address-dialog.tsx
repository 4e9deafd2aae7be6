import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { ConfirmDialog } from '@/components/ui/dialog';
import { findNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { similarAddressesEndpoint } from '@/lib/recipients/contract';

interface CompareAddressesProps {
  number: number;
  network: string;
  address: string;
  onChoose: (address: string) => void;
  onClose: () => void;
}

/** The address of a row under those that look like it. Whoever imports says that it is meant, or goes back to correct it. */
export function CompareAddresses({ number, network, address, onChoose, onClose }: CompareAddressesProps) {
  const [chosen, setChosen] = useState('');
  const [isUndecided, setIsUndecided] = useState(false);
  const { normal } = identifyAddress(findNetwork(network) ?? { id: network, label: network }, address);
  const call = similarAddressesEndpoint({ network, address });
  const { data, error } = useQuery({
    queryKey: [call.path],
    queryFn: ({ signal }) => fetchJson(call, { signal }),
  });
  return (
    <ConfirmDialog
      title={`Which address is meant in row ${number}?`}
      confirmLabel="This address is meant"
      error={
        <>
          {error && <ExplanationNotice explanation={explainError(error)} />}
          {isUndecided &&
            chosen !== address &&
            'Choose the address of this row first. If another is meant, go back and correct the row.'}
        </>
      }
      onConfirm={() => (chosen === address ? onChoose(address) : setIsUndecided(true))}
      onClose={onClose}
    >
      {data ? (
        <SimilarAddressChoice
          network={network}
          address={address}
          normal={normal}
          similarAddresses={data}
          chosen={chosen}
          onChoose={setChosen}
        />
      ) : (
        !error && <p className="text-dim">One moment…</p>
      )}
    </ConfirmDialog>
  );
}
