'use client';

import { useQuery } from '@tanstack/react-query';
import { ComboboxInput, type ComboboxOption } from '@/components/form/combobox-input';
import type { LoadedComboboxProps } from '@/components/form/combobox-control';
import { fetchJson } from '@/components/data/fetch-json';
import { QueryProvider } from '@/components/data/query-provider';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import { recipientChoicesEndpoint } from '@/lib/recipients/contract';
import type { RecipientOffer } from '@/lib/recipients/recipients';

export interface RecipientList {
  /** What to do where the address book has no such entry, such as "Enter the address." */
  wayOut: string;
  onChoose: (recipient: RecipientOffer) => void;
  /** True where the field takes an address as it is: only names are looked for. */
  takesAddress?: boolean;
}

// An address or a payment link: no name has so many characters without a space.
const ADDRESS = /^\S{20,}$/;

const matches = ({ name, address, note }: RecipientOffer, text: string) =>
  [name, address, note].some((part) => part.toLowerCase().includes(text.toLowerCase()));

/** Input of a combobox that finds entries of the address book by name, address or note. */
export function RecipientOptions(props: LoadedComboboxProps<RecipientList>) {
  return (
    <QueryProvider>
      <Options {...props} />
    </QueryProvider>
  );
}

function Options({
  control,
  list: { wayOut, onChoose, takesAddress = false },
  takenOver,
}: LoadedComboboxProps<RecipientList>) {
  const text = control.value.trim();
  const isName = !takesAddress || !ADDRESS.test(text);
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
  // The answer to an earlier text is shown as far as it is right for this one.
  const offered = isPlaceholderData ? data.filter((recipient) => matches(recipient, text)) : data;
  const found = isName ? offered : [];
  const options: ComboboxOption[] = found.map((recipient) => ({
    key: recipient.id,
    content: <RecipientText recipient={recipient} />,
    onChoose: () => onChoose(recipient),
  }));
  const failure = `The address book could not be loaded. Nothing was changed. ${wayOut} Or try again.`;
  return (
    <ComboboxInput
      control={control}
      takenOver={takenOver}
      list={{
        label: 'Address book',
        groups: [{ options }],
        noun: ['entry of the address book', 'entries of the address book'],
        note: isName && isError ? failure : '',
        choosesFirst: true,
      }}
    />
  );
}

function RecipientText({ recipient: { name, network, address, memo } }: { recipient: RecipientOffer }) {
  return (
    <>
      <span className="font-medium">
        <UntrustedText text={name} />
      </span>
      <span className="text-label text-dim"> {networkLabel(network)}</span>
      <span className="block text-label">
        <Address address={address} network={network} />
      </span>
      {memo !== null && (
        <span className="block text-label text-dim">
          memo <UntrustedText text={memo} />
        </span>
      )}
    </>
  );
}
