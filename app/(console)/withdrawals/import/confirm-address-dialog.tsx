import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { ConfirmDialog } from '@/components/ui/dialog';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { similarAddressesEndpoint } from '@/lib/recipients/contract';

interface ConfirmAddressDialogProps {
  number: number;
  network: string;
  address: string;
  onChoose: (address: string) => void;
  onClose: () => void;
}

/** Dialog in which the requester confirms the address of a row that has similar known ones, or goes back. */
export function ConfirmAddressDialog({ number, network, address, onChoose, onClose }: ConfirmAddressDialogProps) {
  const [chosen, setChosen] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { normal } = identifyAddress(resolveNetwork(network), address);
  const call = similarAddressesEndpoint({ network, address });
  const { data, error } = useQuery({
    queryKey: [call.path],
    queryFn: ({ signal }) => fetchJson(call, { signal }),
  });
  return (
    <ConfirmDialog
      title={`Confirm the address in row ${number}`}
      confirmLabel="Confirm address"
      error={
        <>
          {error && <ExplanationNotice explanation={explainError(error)} />}
          {hasTried &&
            chosen !== address &&
            'Choose the address of this row to confirm it. If another address is correct, go back and change the row.'}
        </>
      }
      onConfirm={() => (chosen === address ? onChoose(address) : setHasTried(true))}
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
        !error && <p className="text-dim">Loading…</p>
      )}
    </ConfirmDialog>
  );
}
