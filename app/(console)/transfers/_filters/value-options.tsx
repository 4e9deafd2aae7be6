'use client';

import { Check } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { FILTER_NAMES, toggleValue, valueWords } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/app/(console)/transfers/_list/list-address';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { readableText } from '@/components/values/untrusted-text';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import type { TransferQuery, ValueFilter } from '@/lib/transfers/query';
import type { TransferValues } from '@/lib/transfers/transfer';
import { transferValuesEndpoint } from '@/lib/transfers/contract';

interface ValueOptionsProps {
  filter: ValueFilter;
  query: TransferQuery;
  onAsk: (query: TransferQuery, how: AddressChange) => void;
}

const FRESH_MS = 60_000;
// More than these are looked for by typing.
const MANY = 12;

let lastRead: { atMs: number; values: Promise<TransferValues> } | undefined;

/** The values that there are, with how many transfers have each; any of those that are chosen fits. */
export default function ValueOptions({ filter, query, onAsk }: ValueOptionsProps) {
  const id = useId();
  const [values, setValues] = useState<TransferValues>();
  const [error, setError] = useState<Error>();
  const [typed, setTyped] = useState('');
  // All that is chosen while it is open is one step back.
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    let isGone = false;
    readValues().then(
      (read) => !isGone && setValues(read),
      (failure: Error) => !isGone && setError(failure),
    );
    return () => {
      isGone = true;
    };
  }, []);

  const chosen = query.values[filter] ?? [];
  const options = optionsOf(values?.[filter] ?? [], chosen);
  const shown = options.filter(({ value }) =>
    `${value} ${valueWords(filter, value)}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <fieldset className="text-sm">
      <legend className="sr-only">{FILTER_NAMES[filter]}</legend>
      {options.length > MANY && (
        <input
          type="search"
          aria-label={`Narrow ${FILTER_NAMES[filter]}`}
          placeholder="Type to narrow"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${CONTROL} mb-2`}
        />
      )}
      {shown.map(({ value, transfers }, index) => (
        <label
          key={value}
          htmlFor={`${id}-${index}`}
          className="relative flex min-h-8 items-center gap-2.5 rounded px-1 hover:bg-soft"
        >
          {/* As large as its row. */}
          <input
            id={`${id}-${index}`}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => {
              onAsk(toggleValue(query, filter, value), hasAsked ? 'same' : 'step');
              setHasAsked(true);
            }}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded -outline-offset-2"
          />
          <span
            aria-hidden
            className="flex size-4 shrink-0 items-center justify-center rounded-[3px] border border-edge text-accent-ink peer-checked:border-accent peer-checked:bg-accent [&>svg]:invisible peer-checked:[&>svg]:visible"
          >
            <Check className="size-3" />
          </span>
          <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{readableText(valueWords(filter, value), 80)}</bdi>
          {transfers !== undefined && <span className="text-xs text-dim">{transfers.toLocaleString('en-GB')}</span>}
        </label>
      ))}
      {error ? (
        <ReadFailureNotice explanation={explainError(error)} />
      ) : (
        <p role="status" className="px-1 text-dim empty:hidden">
          {!values
            ? 'One moment…'
            : shown.length === 0 && (typed === '' ? 'No transfer has one.' : 'None is called that.')}
        </p>
      )}
    </fieldset>
  );
}

// What is chosen and does not occur can be taken away all the same.
function optionsOf(
  values: TransferValues[ValueFilter],
  chosen: readonly string[],
): { value: string; transfers?: number }[] {
  const known = values.filter(({ value }) => value !== '');
  const others = chosen.filter((value) => !known.some((option) => option.value === value));
  return [...others.map((value) => ({ value })), ...known];
}

function readValues(): Promise<TransferValues> {
  if (!lastRead || performance.now() - lastRead.atMs > FRESH_MS) {
    const reading = { atMs: performance.now(), values: fetchJson(transferValuesEndpoint()) };
    lastRead = reading;
    reading.values.catch(() => {
      if (lastRead === reading) lastRead = undefined;
    });
  }
  return lastRead.values;
}
