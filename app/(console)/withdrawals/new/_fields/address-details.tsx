'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFill } from '@/app/(console)/withdrawals/new/_fields/use-fill';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { fetchJson } from '@/components/data/fetch-json';
import { Address } from '@/components/values/address';
import { PaidLine } from '@/components/recipients/paid-line';
import { readableText } from '@/components/values/untrusted-text';
import { explainRefusal, listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import type { ProfileChoice } from '@/lib/profiles/choices';
import { paidRecipientsEndpoint, recipientChoicesEndpoint } from '@/lib/recipients/contract';
import { findOnlyNetwork, findUsualFields, findUsualNetwork, type PaidRecipient } from '@/lib/recipients/paid';
import { keyOfEntry, type RecipientOffer } from '@/lib/recipients/recipients';
import { ADDRESS_ENTRY_LABELS, type AddressEntry } from '@/lib/withdrawals/address-entry';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface AddressDetailsProps {
  address: string;
  /** Empty for none. */
  memo: string;
  /** Undefined while none is chosen. */
  network: Pick<Network, 'id' | 'label' | 'family'> | undefined;
  /** True where the field shows the name of the entry. */
  isNamed: boolean;
  profiles: readonly ProfileChoice[];
}

/**
 * The whole address in chunks, and in one line what is known about it; fills in what is certain of the recipient. Empty
 * for a refused one, whose issue is at the field.
 */
export function AddressDetails({ address, memo, network, isNamed, profiles }: AddressDetailsProps) {
  const { control } = useFormContext<WithdrawalForm>();
  const way = useWatch({ control, name: 'addressEntry' });
  const { networks, serviceNetworks } = useRegistry();
  const verdict = network && checkAddress(address, network);
  const isRefused = verdict
    ? verdict.state === 'invalid' || explainRefusal(verdict) !== undefined
    : networks.every((one) => checkAddress(address, one).state !== 'valid');
  const known = useKnown(isRefused ? '' : address);
  const found = network && known && findRecipient(known, { network: network.id, address, memo });
  const usual = useMemo(() => {
    if (isRefused) return undefined;
    const offered = networks.filter(({ id }) => serviceNetworks.includes(id));
    const only = network ? undefined : (findOnlyNetwork(address, offered) ?? (known && findUsualNetwork(known)));
    if (only) return { network: only };
    return found && findUsualFields(found, profiles);
  }, [isRefused, networks, serviceNetworks, network, address, known, found, profiles]);
  useFill(usual);
  if (isRefused) return null;
  return (
    <div role="group" aria-label="Address details">
      <Address address={address} {...(network && { network: network.id })} />
      {found && (
        <p className="text-label text-dim">
          <Recipient {...found} isNamed={isNamed} way={way} />
          {verdict?.state === 'valid' && ` ${verdict.kind}.`}
        </p>
      )}
      {verdict &&
        listAddressNotes(verdict, 'form').map((note) => (
          <p key={note} className="text-label text-warn">
            {verdict.state !== 'valid' && <strong className="font-medium">Not checked: </strong>}
            {note}
          </p>
        ))}
    </div>
  );
}

interface Known {
  entries: readonly RecipientOffer[];
  paid: readonly PaidRecipient[];
}

/** Reads what is known of an address, empty for none; undefined while it is not known. */
function useKnown(address: string): Known | undefined {
  const isAsked = address !== '';
  const { data: entries } = useQuery({
    queryKey: ['recipients', address],
    queryFn: isAsked ? ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: address }), { signal }) : skipToken,
    retry: false,
  });
  const { data: paid, isError } = useQuery({
    queryKey: ['recipients', 'paid', address],
    queryFn: isAsked ? ({ signal }) => fetchJson(paidRecipientsEndpoint({ address }), { signal }) : skipToken,
    retry: false,
  });
  return useMemo(() => {
    if (!entries || (!paid && !isError)) return undefined;
    // A text is also looked for in notes.
    const isAddress = (one: { network: string; address: string }) =>
      keyOfEntry({ ...one, memo: null }) === keyOfEntry({ network: one.network, address, memo: null });
    return { entries: entries.filter(isAddress), paid: paid ?? [] };
  }, [entries, paid, isError, address]);
}

interface FoundRecipient {
  entry: RecipientOffer | undefined;
  paid: PaidRecipient | undefined;
}

function findRecipient(
  { entries, paid }: Known,
  recipient: { network: string; address: string; memo: string },
): FoundRecipient {
  const key = keyOfEntry({ ...recipient, memo: recipient.memo === '' ? null : recipient.memo });
  return {
    entry: entries.find((one) => keyOfEntry(one) === key),
    paid: paid.find((one) => keyOfEntry(one) === key),
  };
}

function Recipient({ entry, paid, isNamed, way }: FoundRecipient & { isNamed: boolean; way: AddressEntry }) {
  const { times = 0, lastAt = null } = entry?.paid ?? {};
  const payments = paid ?? (lastAt === null ? undefined : { paid: { times, lastAt, isAtLeast: false } });
  return (
    <>
      {entry && isNamed && 'From the address book. '}
      {entry && !isNamed && (
        <>
          In the address book as <span className="font-medium text-ink">{readableText(entry.name, 80)}</span>.{' '}
        </>
      )}
      {!entry && `${SELF_ENTERED.includes(way) ? '' : `${ADDRESS_ENTRY_LABELS[way]}. `}Not in the address book. `}
      {payments ? <PaidLine {...payments} /> : 'Never paid from here.'}
    </>
  );
}

/** Ways that the person who fills in the form need not be reminded of. */
const SELF_ENTERED: readonly AddressEntry[] = ['typed', 'pasted', 'book'];
