'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { ComboboxInput, type ComboboxOption } from '@/components/form/combobox-input';
import type { LoadedComboboxProps } from '@/components/form/combobox-control';
import { fetchJson } from '@/components/data/fetch-json';
import { QueryProvider } from '@/components/data/query-provider';
import { Address } from '@/components/values/address';
import { ShortAddress } from '@/components/values/short-address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PaidLine } from '@/components/recipients/paid-line';
import { networkLabel } from '@/lib/networks/networks';
import { paidRecipientsEndpoint, recipientChoicesEndpoint } from '@/lib/recipients/contract';
import type { PaidRecipient } from '@/lib/recipients/paid';
import { keyOfEntry, type RecipientOffer } from '@/lib/recipients/recipients';

export interface RecipientList {
  /** What to do where the address book has no such entry, such as "Enter the address." */
  wayOut: string;
  /** True where the text is the name of an entry that was chosen: the list offers the others. */
  isChosen?: boolean;
  onChoose: (recipient: RecipientOffer) => void;
  /** Takes a recipient who was paid and has no entry; for a field that takes an address as it is. */
  onChoosePaid?: (recipient: PaidRecipient) => void;
}

// An address or a payment link: no name has so many characters without a space.
const ADDRESS = /^\S{20,}$/;

const matches = ({ name, address, note }: RecipientOffer, text: string) =>
  [name, address, note].some((part) => part.toLowerCase().includes(text.toLowerCase()));

// Of those who were paid: without a text the most frequent ones, for a text more.
const MAX_PAID = { empty: 5, typed: 20 };
// Fewer characters are in nearly every address.
const MIN_ADDRESS_PART = 4;

/**
 * Input of a combobox that finds entries of the address book by name, address or note; where the field takes an
 * address, also recipients who were paid and have no entry, by address alone.
 */
export function RecipientOptions(props: LoadedComboboxProps<RecipientList>) {
  return (
    <QueryProvider>
      <Options {...props} />
    </QueryProvider>
  );
}

function Options({ control, list, takenOver }: LoadedComboboxProps<RecipientList>) {
  const { wayOut, isChosen = false, onChoose, onChoosePaid } = list;
  const text = isChosen ? '' : control.value.trim();
  const isName = !onChoosePaid || !ADDRESS.test(text);
  const {
    data = [],
    isError,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['recipients', text],
    queryFn: ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: text }), { signal }),
    enabled: isName,
    placeholderData: (before) => before,
  });
  const { data: paid = [] } = useQuery({
    queryKey: ['recipients', 'paid'],
    queryFn: onChoosePaid ? ({ signal }) => fetchJson(paidRecipientsEndpoint({}), { signal }) : skipToken,
    staleTime: Infinity,
    retry: false,
  });
  // The answer to an earlier text is shown as far as it is right for this one.
  const offered = isPlaceholderData ? data.filter((recipient) => matches(recipient, text)) : data;
  const found = isName ? offered : [];
  const options: ComboboxOption[] = found.map((recipient) => ({
    key: recipient.id,
    content: <RecipientText recipient={recipient} />,
    onChoose: () => onChoose(recipient),
  }));
  const paidOptions: ComboboxOption[] = (isName ? filterPaid(paid, text) : []).map((recipient) => ({
    key: `paid ${keyOfEntry(recipient)}`,
    content: <PaidText recipient={recipient} />,
    onChoose: () => onChoosePaid?.(recipient),
  }));
  const failure = `The address book could not be loaded. Nothing was changed. ${wayOut} Or try again.`;
  return (
    <ComboboxInput
      control={control}
      takenOver={takenOver}
      list={{
        label: onChoosePaid ? 'Recipients' : 'Address book',
        groups:
          paidOptions.length > 0
            ? [
                ...(options.length > 0 ? [{ title: 'Address book', options }] : []),
                { title: 'Paid before, not in the address book', options: paidOptions },
              ]
            : [{ options }],
        noun:
          paidOptions.length > 0
            ? ['recipient', 'recipients']
            : ['entry of the address book', 'entries of the address book'],
        note: isName && isError ? failure : '',
        // Nobody chooses an address without a name by Enter alone.
        areMatches: text !== '' && options.length > 0,
      }}
    />
  );
}

/** Finds recipients by part of the address, or the most frequent ones. */
function filterPaid(paid: readonly PaidRecipient[], text: string): readonly PaidRecipient[] {
  if (text === '') return paid.slice(0, MAX_PAID.empty);
  const part = text.replaceAll(/\s/g, '').toLowerCase();
  if (part.length < MIN_ADDRESS_PART) return [];
  return paid.filter(({ address }) => address.toLowerCase().includes(part)).slice(0, MAX_PAID.typed);
}

function PaidText({ recipient }: { recipient: PaidRecipient }) {
  const { network, address, memo } = recipient;
  return (
    <>
      <AddressText network={network} address={address} memo={memo} />
      <span className="block text-label text-dim">
        {networkLabel(network)}. <PaidLine {...recipient} />
      </span>
    </>
  );
}

function RecipientText({ recipient: { name, network, address, memo } }: { recipient: RecipientOffer }) {
  return (
    <>
      <span className="font-medium">
        <UntrustedText text={name} />
      </span>
      <span className="text-label text-dim"> {networkLabel(network)}</span>
      <AddressText network={network} address={address} memo={memo} />
    </>
  );
}

function AddressText({ network, address, memo }: Pick<RecipientOffer, 'network' | 'address' | 'memo'>) {
  return (
    <>
      <span className="block text-label max-sm:hidden">
        <Address address={address} network={network} />
      </span>
      {/* On a phone the list names entries; the field then shows the whole address below. */}
      <span className="block text-label sm:hidden">
        <ShortAddress address={address} network={network} />
      </span>
      {memo !== null && (
        <span className="block text-label text-dim">
          memo <UntrustedText text={memo} />
        </span>
      )}
    </>
  );
}
