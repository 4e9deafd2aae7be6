'use client';

import { useQuery } from '@tanstack/react-query';
import { FilterChoices } from '@/components/list/filter-choices';
import type { AddressChange } from '@/components/list/list-address';
import { toggleValue } from '@/components/list/active-filters';
import { fetchJson } from '@/components/data/fetch-json';
import { useProfileNames } from '@/components/profiles/profile-names';
import { routes } from '@/lib/http/routes';
import { describeProfile } from '@/lib/profiles/find-name';
import { requestOptionsEndpoint } from '@/lib/requests/list/contract';
import { REQUEST_FILTER_NAMES, type RequestListQuery, type RequestValueFilter } from '@/lib/requests/list/query';

interface FilterOptionsProps {
  filter: RequestValueFilter;
  query: RequestListQuery;
  /** The names of people and address book entries that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

const FRESH_MS = 60_000;

/** The options of a filter with their numbers of withdrawals. */
export default function FilterOptions({ filter, query, names, onChangeQuery }: FilterOptionsProps) {
  const { data, error } = useQuery({
    queryKey: ['request-options'],
    queryFn: ({ signal }) => fetchJson(requestOptionsEndpoint(), { signal }),
    staleTime: FRESH_MS,
  });
  const profiles = useProfileNames();
  const nameOf = (value: string) => (filter === 'profile' ? describeProfile(profiles, value) : (names[value] ?? value));
  return (
    <FilterChoices
      name={REQUEST_FILTER_NAMES[filter]}
      choices={data?.[filter].map(({ value, label, requests }) => ({
        value,
        label: filter === 'profile' ? nameOf(value) : label,
        count: requests,
      }))}
      chosen={query.values[filter] ?? []}
      nameOf={nameOf}
      error={error}
      path={routes.withdrawals}
      onToggle={(value, how) => onChangeQuery({ ...toggleValue(query, filter, value), before: undefined }, how)}
    />
  );
}
