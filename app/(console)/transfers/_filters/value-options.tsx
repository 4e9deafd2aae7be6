'use client';

import { useEffect, useState } from 'react';
import { FILTER_NAMES, toggleValue, describeFilterValue } from '@/app/(console)/transfers/_filters/filter-labels';
import { FilterChoices } from '@/components/list/filter-choices';
import type { AddressChange } from '@/components/list/list-address';
import { useProfileNames } from '@/components/profiles/profile-names';
import { fetchJson } from '@/components/data/fetch-json';
import { routes } from '@/lib/http/routes';
import type { TransferQuery, ValueFilter } from '@/lib/transfers/query';
import type { TransferValues } from '@/lib/transfers/transfer';
import { transferValuesEndpoint } from '@/lib/transfers/contract';

interface ValueOptionsProps {
  filter: ValueFilter;
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

const FRESH_MS = 60_000;

let lastRead: { atMs: number; values: Promise<TransferValues> } | undefined;

/** The values of a filter with their numbers of transfers. */
export default function ValueOptions({ filter, query, onChangeQuery }: ValueOptionsProps) {
  const { values, error } = useFilterValues();
  const names = useProfileNames();
  const nameOf = (value: string) => describeFilterValue(filter, value, names);
  return (
    <FilterChoices
      name={FILTER_NAMES[filter]}
      choices={values?.[filter]
        .filter(({ value }) => value !== '')
        .map(({ value, transfers }) => ({ value, label: nameOf(value), count: transfers }))}
      chosen={query.values[filter] ?? []}
      nameOf={nameOf}
      error={error}
      path={routes.transfers}
      onToggle={(value, how) => onChangeQuery(toggleValue(query, filter, value), how)}
    />
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
