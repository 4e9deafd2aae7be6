'use client';

import { Check } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { FILTER_NAMES, toggleValue, describeFilterValue } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { useProfileNames } from '@/components/profiles/profile-names';
import { readableText } from '@/components/values/untrusted-text';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import type { TransferQuery, ValueFilter } from '@/lib/transfers/query';
import type { TransferValues } from '@/lib/transfers/transfer';
import { transferValuesEndpoint } from '@/lib/transfers/contract';

interface ValueOptionsProps {
  filter: ValueFilter;
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

const FRESH_MS = 60_000;
// With more values, a search box is shown.
const MAX_WITHOUT_SEARCH = 12;

let lastRead: { atMs: number; values: Promise<TransferValues> } | undefined;

/** The values of a filter with their numbers of transfers. Transfers with any of the chosen values match. */
export default function ValueOptions({ filter, query, onChangeQuery }: ValueOptionsProps) {
  const id = useId();
  const { values, error } = useFilterValues();
  const [typed, setTyped] = useState('');
  // All choices while the filter is open are one entry of the browser's history.
  const [hasChanged, setHasChanged] = useState(false);
  const chosen = query.values[filter] ?? [];
  const names = useProfileNames();
  const options = optionsOf(values?.[filter] ?? [], chosen);
  const shown = options.filter(({ value }) =>
    `${value} ${describeFilterValue(filter, value, names)}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <fieldset className="text-sm">
      <legend className="sr-only">{FILTER_NAMES[filter]}</legend>
      {options.length > MAX_WITHOUT_SEARCH && (
        <input
          type="search"
          aria-label={`Search ${FILTER_NAMES[filter]}`}
          placeholder="Search values"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${CONTROL} mb-2`}
        />
      )}
      {shown.map(({ value, transfers }, index) => (
        <ValueOption
          key={value}
          id={`${id}-${index}`}
          label={describeFilterValue(filter, value, names)}
          transfers={transfers}
          isChosen={chosen.includes(value)}
          onToggle={() => {
            onChangeQuery(toggleValue(query, filter, value), hasChanged ? 'replace' : 'push');
            setHasChanged(true);
          }}
        />
      ))}
      {error ? (
        <ReadFailureNotice explanation={explainError(error)} />
      ) : (
        <p role="status" className="px-1 text-dim empty:hidden">
          {!values ? 'Loading…' : shown.length === 0 && (typed === '' ? 'No values yet.' : 'No matching values.')}
        </p>
      )}
    </fieldset>
  );
}

interface ValueOptionProps {
  id: string;
  label: string;
  transfers: number | undefined;
  isChosen: boolean;
  onToggle: () => void;
}

function ValueOption({ id, label, transfers, isChosen, onToggle }: ValueOptionProps) {
  return (
    <label htmlFor={id} className="relative flex min-h-8 items-center gap-2.5 rounded px-1 hover:bg-soft">
      {/* The checkbox covers the whole row. */}
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded -outline-offset-2"
      />
      <span
        aria-hidden
        className="flex size-4 shrink-0 items-center justify-center rounded-[3px] border border-edge text-accent-ink peer-checked:border-accent peer-checked:bg-accent [&>svg]:invisible peer-checked:[&>svg]:visible"
      >
        <Check className="size-3" />
      </span>
      <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{readableText(label, 220)}</bdi>
      {transfers !== undefined && <span className="text-xs text-dim">{transfers.toLocaleString('en-GB')}</span>}
    </label>
  );
}

/** Reads the values of all filters once. */
function useFilterValues() {
  const [values, setValues] = useState<TransferValues>();
  const [error, setError] = useState<Error>();
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
  return { values, error };
}

// Chosen values that no transfer has are listed as well, so that they can be removed.
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
