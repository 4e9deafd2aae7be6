'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { fetchJson } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import { closePopover } from '@/components/ui/popover-button';
import { networkLabel } from '@/lib/networks/networks';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { recipientChoicesEndpoint } from '@/lib/recipients/contract';

/** The book, by name, address or note: whoever is chosen fills in network, address and memo. */
export function RecipientPicker() {
  const { setValue, clearErrors } = useFormContext<WithdrawalForm>();
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // It was opened to be typed into.
  useEffect(() => input.current?.focus(), []);
  const { data, isError, isPending } = useQuery({
    queryKey: ['recipients', text],
    queryFn: ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: text }), { signal }),
    placeholderData: (before) => before,
  });
  const choose = ({ id, network, address, memo }: RecipientChoice) => {
    setValue('network', network, { shouldDirty: true });
    setValue('destinationAddress', address, { shouldDirty: true });
    setValue('memo', memo ?? '', { shouldDirty: true });
    setValue('needsNoMemo', memo === null);
    setValue('addressEntry', 'book');
    setValue('recipientId', id);
    setValue('chosenAddress', '');
    clearErrors(['network', 'destinationAddress', 'memo']);
    if (list.current) closePopover(list.current);
  };
  return (
    <Command shouldFilter={false} label="Recipients" ref={list}>
      <Command.Input
        ref={input}
        value={text}
        onValueChange={setText}
        placeholder="Name, address or note"
        aria-label="Find a recipient"
        className={CONTROL}
      />
      <Command.List className="mt-2 space-y-1">
        {isError && (
          <p className="text-sm text-bad">
            The book could not be read. Nothing was changed; type the address, or try again.
          </p>
        )}
        {!isError && isPending && <p className="text-sm text-dim">One moment…</p>}
        {data?.length === 0 && (
          <p className="text-sm text-dim">{text === '' ? 'The book is empty.' : 'Nobody in the book fits this.'}</p>
        )}
        {data?.map((choice) => (
          <Command.Item
            key={choice.id}
            value={choice.id}
            onSelect={() => choose(choice)}
            onMouseDown={(event: MouseEvent) => event.preventDefault()}
            className="cursor-pointer rounded-control px-2 py-1.5 aria-selected:bg-accent-soft"
          >
            <span className="font-medium [overflow-wrap:anywhere]">
              <UntrustedText text={choice.name} />
            </span>
            <span className="text-xs text-dim"> {networkLabel(choice.network)}</span>
            <span className="block text-xs [overflow-wrap:anywhere]">
              <Address address={choice.address} network={choice.network} />
            </span>
            {choice.memo !== null && (
              <span className="block text-xs text-dim">
                memo <UntrustedText text={choice.memo} />
              </span>
            )}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
