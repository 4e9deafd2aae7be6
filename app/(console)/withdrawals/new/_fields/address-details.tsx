'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { fetchJson } from '@/components/data/fetch-json';
import { Address } from '@/components/values/address';
import { Time } from '@/components/values/time';
import { readableText } from '@/components/values/untrusted-text';
import { explainRefusal, listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import { recipientChoicesEndpoint } from '@/lib/recipients/contract';
import { keyOfEntry, type RecipientOffer } from '@/lib/recipients/recipients';
import { ADDRESS_ENTRY_LABELS } from '@/lib/withdrawals/address-entry';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface AddressDetailsProps {
  address: string;
  /** Empty for none. */
  memo: string;
  network: Pick<Network, 'id' | 'label' | 'family'>;
  /** True where the field shows the name of the entry. */
  isNamed: boolean;
}

/**
 * The whole address in chunks, and in one line what is known about it. Empty for a refused one, whose issue is at the
 * field.
 */
export function AddressDetails({ address, memo, network, isNamed }: AddressDetailsProps) {
  const { control } = useFormContext<WithdrawalForm>();
  const way = useWatch({ control, name: 'addressEntry' });
  const verdict = checkAddress(address, network);
  const isRefused = verdict.state === 'invalid' || explainRefusal(verdict) !== undefined;
  const entry = useEntry(isRefused ? undefined : { address, memo, network: network.id });
  if (isRefused) return null;
  const notes = listAddressNotes(verdict, 'form');
  return (
    <div role="group" aria-label="Address details">
      <Address address={address} network={network.id} />
      <p className="text-label text-dim">
        {entry ? (
          <Entry entry={entry} isNamed={isNamed} />
        ) : (
          `${ADDRESS_ENTRY_LABELS[way]}. ${entry === null ? NOT_IN_BOOK : ''}`
        )}
        {verdict.state === 'valid' && ` ${verdict.kind}.`}
      </p>
      {notes.map((note) => (
        <p key={note} className="text-label text-warn">
          {verdict.state !== 'valid' && <strong className="font-medium">Not checked: </strong>}
          {note}
        </p>
      ))}
    </div>
  );
}

const NOT_IN_BOOK = 'Not in the address book.';

/** Finds the entry in force of exactly this recipient; null for none, undefined while it is not known. */
function useEntry(recipient: { network: string; address: string; memo: string } | undefined) {
  const { data } = useQuery({
    queryKey: ['recipients', recipient?.address],
    queryFn: recipient
      ? ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: recipient.address }), { signal })
      : skipToken,
    retry: false,
  });
  if (!recipient || !data) return undefined;
  const key = keyOfEntry({ ...recipient, memo: recipient.memo === '' ? null : recipient.memo });
  return data.find((entry) => keyOfEntry(entry) === key) ?? null;
}

function Entry({ entry: { name, paid }, isNamed }: { entry: RecipientOffer; isNamed: boolean }) {
  return (
    <>
      {isNamed ? (
        'From the address book. '
      ) : (
        <>
          In the address book as <span className="font-medium text-ink">{readableText(name, 80)}</span>.{' '}
        </>
      )}
      {paid.lastAt === null ? (
        'Never paid from here.'
      ) : (
        <>
          Paid {paid.times === 1 ? 'once' : `${paid.times} times`}, last <Time iso={paid.lastAt} />.
        </>
      )}
    </>
  );
}
