'use client';

import { useQuery } from '@tanstack/react-query';
import { describeFilterValue, FILTER_NAMES } from '@/app/(console)/transfers/_filters/filter-labels';
import { FilterChoices } from '@/components/list/filter-choices';
import type { AddressChange } from '@/components/list/list-address';
import { toggleValue } from '@/components/list/active-filters';
import { useProfileNames } from '@/components/profiles/profile-names';
import { fetchJson } from '@/components/data/fetch-json';
import { routes } from '@/lib/http/routes';
import { transferValuesEndpoint } from '@/lib/transfers/contract';
import type { TransferQuery, ValueFilter } from '@/lib/transfers/query';

interface ValueOptionsProps {
  filter: ValueFilter;
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The values of a filter with their numbers of transfers. */
export default function ValueOptions({ filter, query, onChangeQuery }: ValueOptionsProps) {
  const { data, error } = useFilterValues();
  const names = useProfileNames();
  const nameOf = (value: string) => describeFilterValue(filter, value, names);
  return (
    <FilterChoices
      name={FILTER_NAMES[filter]}
      choices={data?.[filter]
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

/** Reads the values of all filters, once a minute at most. */
export function useFilterValues() {
  return useQuery({
    queryKey: ['transfer-values'],
    queryFn: ({ signal }) => fetchJson(transferValuesEndpoint(), { signal }),
    staleTime: 60_000,
  });
}
