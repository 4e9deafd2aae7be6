'use client';

import { useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  findRecipient,
  type FoundRecipient,
  useKnownRecipients,
} from '@/app/(console)/withdrawals/new/use-known-recipients';
import { useFill } from '@/app/(console)/withdrawals/new/_fields/use-fill';
import { usePossibleNetworks } from '@/app/(console)/withdrawals/new/use-possible-networks';
import { SELF_ENTERED } from '@/app/(console)/withdrawals/new/use-chosen-recipient';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { Address } from '@/components/values/address';
import { PaidLine } from '@/components/recipients/paid-line';
import { readableText } from '@/components/values/untrusted-text';
import { explainRefusal, listAddressNotes, nameKind } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import type { ProfileChoice } from '@/lib/profiles/choices';
import { findOnlyAsset, findOnlyNetwork, findUsualFields, findUsualNetwork } from '@/lib/recipients/paid';
import type { RecipientOffer } from '@/lib/recipients/recipients';
import { joinList } from '@/lib/text/join-list';
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
  /** Called with true while the person has to say which network is meant. */
  onAsk: (isAsked: boolean) => void;
  /** Called with the entry of a recipient whom the form has from another withdrawal. */
  onName: (entry: RecipientOffer) => void;
}

/**
 * The whole address in chunks, and in one line what is known about it; fills in what is certain of the recipient. Empty
 * for a refused one, whose issue is at the field.
 */
export function AddressDetails({ address, memo, network, isNamed, profiles, onAsk, onName }: AddressDetailsProps) {
  const { control } = useFormContext<WithdrawalForm>();
  const [way, recipientId] = useWatch({ control, name: ['addressEntry', 'recipientId'] });
  const { assets, networks, serviceNetworks } = useRegistry();
  const verdict = network && checkAddress(address, network);
  const offered = useMemo(() => networks.filter(({ id }) => serviceNetworks.includes(id)), [networks, serviceNetworks]);
  const possible = network ? [] : offered.filter((one) => checkAddress(address, one).state === 'valid');
  const [, setPossible] = usePossibleNetworks();
  useEffect(() => {
    setPossible(networks.filter((one) => checkAddress(address, one).state !== 'invalid').map(({ id }) => id));
    return () => setPossible([]);
  }, [address, networks, setPossible]);
  const isRefused = verdict
    ? verdict.state === 'invalid' || explainRefusal(verdict) !== undefined
    : possible.length === 0;
  const known = useKnownRecipients(isRefused ? '' : address);
  const found = network && known && findRecipient(known, { network: network.id, address, memo });
  const usual = useMemo(() => {
    if (isRefused) return undefined;
    const only = network ? undefined : (findOnlyNetwork(address, offered) ?? (known && findUsualNetwork(known)));
    if (only) return { network: only };
    const onlyAsset = network && findOnlyAsset(assets, network);
    return found && { ...(onlyAsset && { asset: onlyAsset }), ...findUsualFields(found, profiles) };
  }, [isRefused, offered, assets, network, address, known, found, profiles]);
  useFill(usual);
  const isAsked = !network && !isRefused && known !== undefined && usual === undefined;
  useEffect(() => {
    onAsk(isAsked);
    return () => onAsk(false);
  }, [isAsked, onAsk]);
  // The form has the address alone; one that was chosen has its name already.
  const named =
    !isNamed && found?.entry && (recipientId === found.entry.id || !SELF_ENTERED.includes(way))
      ? found.entry
      : undefined;
  useEffect(() => {
    if (named) onName(named);
  }, [named, onName]);
  if (isRefused) return null;
  const kind = verdict?.state === 'valid' ? nameKind(verdict) : undefined;
  return (
    <div role="group" aria-label="Address details">
      <Address address={address} {...(network && { network: network.id })} />
      {possible.length > 0 && <p className="text-label text-dim">Valid on {listNetworks(possible)}.</p>}
      {found && (
        <p className="text-label text-dim">
          <Recipient {...found} isNamed={isNamed} way={way} />
          {kind !== undefined && ` ${kind}.`}
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

const MAX_NAMED = 3;

/** Names the first networks, and counts the others: “Ethereum, Base, Polygon and 12 others”. */
function listNetworks(networks: readonly Pick<Network, 'label'>[]): string {
  const names = networks.map(({ label }) => label);
  const more = names.length - MAX_NAMED;
  return joinList(more > 1 ? [...names.slice(0, MAX_NAMED), `${more} others`] : names);
}

function Recipient({ entry, paid, isNamed, way }: FoundRecipient & { isNamed: boolean; way: AddressEntry }) {
  const { times = 0, lastAt = null } = entry?.paid ?? {};
  const payments = paid ?? (lastAt === null ? undefined : { paid: { times, lastAt, isAtLeast: false } });
  return (
    <>
      {/* That it was never paid is a finding, which knows whether anybody else paid it. */}
      {entry && isNamed && 'From the address book. '}
      {entry && !isNamed && (
        <>
          In the address book as <span className="font-medium text-ink">{readableText(entry.name, 80)}</span>.{' '}
        </>
      )}
      {!entry && `${SELF_ENTERED.includes(way) ? '' : `${ADDRESS_ENTRY_LABELS[way]}. `}Not in the address book. `}
      {payments && <PaidLine {...payments} />}
    </>
  );
}
