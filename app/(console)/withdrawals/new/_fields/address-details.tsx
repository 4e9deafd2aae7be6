'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { Address } from '@/components/values/address';
import { readableText } from '@/components/values/untrusted-text';
import { explainRefusal, listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { ADDRESS_ENTRY_LABELS } from '@/lib/withdrawals/address-entry';

/** The address in chunks, with kind, origin and warnings. Empty for a refused one, whose issue is at the field. */
export function AddressDetails({
  address,
  network,
  recipientName,
}: {
  address: string;
  network: Pick<Network, 'id' | 'label' | 'family'>;
  /** Name of the entry that was chosen from the address book; undefined where it is not known. */
  recipientName: string | undefined;
}) {
  const { control } = useFormContext<WithdrawalForm>();
  const entry = useWatch({ control, name: 'addressEntry' });
  const verdict = checkAddress(address, network);
  if (verdict.state === 'invalid' || explainRefusal(verdict) !== undefined) return null;
  const notes = listAddressNotes(verdict, 'form');
  return (
    <div role="group" aria-label="Address details" className="rounded-control bg-soft px-3 py-2">
      <Address address={address} network={network.id} />
      <p className="mt-1 text-label text-dim">
        {verdict.state === 'valid' ? (
          `${verdict.kind}. `
        ) : (
          <strong className="font-medium text-warn">Not checked: {notes.join(' ')} </strong>
        )}
        {ADDRESS_ENTRY_LABELS[entry]}
        {recipientName !== undefined && (
          <>
            : <span className="font-medium text-ink">{readableText(recipientName, 80)}</span>
          </>
        )}
        .
      </p>
      {verdict.state === 'valid' &&
        notes.map((note) => (
          <p key={note} className="text-label text-warn">
            {note}
          </p>
        ))}
    </div>
  );
}
