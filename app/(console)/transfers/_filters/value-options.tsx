'use client';

import { useEffect, useId, useState } from 'react';
import { FILTER_NAMES, toggleValue, describeFilterValue } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { useProfileNames } from '@/components/profiles/profile-names';
import { readableText } from '@/components/values/untrusted-text';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import { OptionRow } from '@/components/ui/option-row';
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
    <fieldset className="text-body">
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
        <OptionRow
          key={value}
          id={`${id}-${index}`}
          label={readableText(describeFilterValue(filter, value, names), 220)}
          count={transfers}
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
