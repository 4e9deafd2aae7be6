'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { fetchJson } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import { networkLabel } from '@/lib/networks/networks';
import { recipientChoicesEndpoint } from '@/lib/recipients/contract';
import type { RecipientChoice } from '@/lib/recipients/recipients';

interface RecipientSearchProps {
  /** What to do where the address book has no such entry, such as "Enter the address." */
  wayOut: string;
  /** Takes the entry, and the element that shows the search. */
  onChoose: (recipient: RecipientChoice, search: HTMLElement | null) => void;
}

/** Search of the address book by name, address or note, for a popover. */
export function RecipientSearch({ wayOut, onChoose }: RecipientSearchProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The popover was opened to type into; this is for the first time, when it opens before this part is loaded.
  useEffect(() => input.current?.focus(), []);
  const [highlighted, setHighlighted] = useState('');
  const { data, isError, isPending, isPlaceholderData } = useQuery({
    queryKey: ['recipients', text],
    queryFn: ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: text }), { signal }),
    placeholderData: (before) => before,
  });
  // The first match, once it is there: Enter never chooses from the answer to an earlier text.
  const [first] = data ?? [];
  const active = data?.find(({ id }) => id === highlighted) ?? first;
  return (
    <Command
      shouldFilter={false}
      label="Find a recipient"
      ref={list}
      value={isPlaceholderData ? '' : (active?.id ?? '')}
      onValueChange={setHighlighted}
    >
      <Command.Input
        ref={input}
        data-autofocus
        value={text}
        onValueChange={setText}
        placeholder="Name, address or note"
        className={CONTROL}
      />
      <Command.List className="mt-2 space-y-1">
        {isError && (
          <p className="text-body text-bad">
            The address book could not be loaded. Nothing was changed. {wayOut} Or try again.
          </p>
        )}
        {!isError && isPending && <p className="text-body text-dim">Loading…</p>}
        {data?.length === 0 && (
          <p className="text-body text-dim">
            {text === '' ? `The address book is empty. ${wayOut}` : 'No recipients match. Try another search.'}
          </p>
        )}
        {data?.map((choice) => (
          <RecipientOption key={choice.id} recipient={choice} onSelect={() => onChoose(choice, list.current)} />
        ))}
      </Command.List>
    </Command>
  );
}

function RecipientOption({ recipient, onSelect }: { recipient: RecipientChoice; onSelect: () => void }) {
  const { id, name, network, address, memo } = recipient;
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      className="cursor-pointer rounded-control px-2 py-1.5 aria-selected:bg-accent-soft"
    >
      <span className="font-medium [overflow-wrap:anywhere]">
        <UntrustedText text={name} />
      </span>
      <span className="text-label text-dim"> {networkLabel(network)}</span>
      <span className="block text-label [overflow-wrap:anywhere]">
        <Address address={address} network={network} />
      </span>
      {memo !== null && (
        <span className="block text-label text-dim">
          memo <UntrustedText text={memo} />
        </span>
      )}
    </Command.Item>
  );
}
