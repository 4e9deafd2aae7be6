'use client';

import { listActiveFilters } from '@/app/(console)/withdrawals/_list/filter-labels';
import { FilterFields, FilterToggle } from '@/components/list/filter-fields';
import type { AddressChange } from '@/components/list/list-address';
import { ActiveFilters } from '@/components/list/active-filters';
import { useProfileNames } from '@/components/profiles/profile-names';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import {
  ALL_REQUESTS,
  REQUEST_FILTER_NAMES,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
} from '@/lib/requests/list/query';
import { zoneOfPage } from '@/lib/text/locale';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const FilterOptions = lazyWithRetry(() => import('@/app/(console)/withdrawals/_list/filter-options'));
const RangeFields = lazyWithRetry(() => import('@/components/list/range-fields'));

interface FilterBarProps {
  query: RequestListQuery;
  /** The names of the people, address book entries and batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** Fields of the list's menu of filters; loaded with the first use, as the active filters are. */
export function WithdrawalFilterFields({ query, names, onChangeQuery }: FilterBarProps) {
  const { values, created, isMine } = query;
  return (
    <FilterFields
      fields={[
        ...REQUEST_VALUE_FILTERS.map((filter) => ({
          name: REQUEST_FILTER_NAMES[filter],
          count: values[filter]?.length ?? 0,
          content: <FilterOptions filter={filter} query={query} names={names} onChangeQuery={onChangeQuery} />,
        })),
        {
          name: REQUEST_FILTER_NAMES.created,
          count: created ? 1 : 0,
          content: (
            <RangeFields
              name={REQUEST_FILTER_NAMES.created}
              bounds={created}
              onApply={(bounds) => onChangeQuery({ ...query, before: undefined, created: bounds }, 'push')}
            />
          ),
        },
      ]}
    >
      <FilterToggle
        label="Mine"
        isOn={isMine}
        onToggle={() => onChangeQuery({ ...query, before: undefined, isMine: !isMine }, 'push')}
      />
    </FilterFields>
  );
}

/** The active filters of the list, each with a button that removes it. */
export function ActiveWithdrawalFilters({ query, names, onChangeQuery }: FilterBarProps) {
  const isInBrowser = useIsInBrowser();
  const profiles = useProfileNames();
  const { q, isMine, sort, isAscending } = query;
  const mine = { label: 'Mine', without: { ...query, before: undefined, isMine: false } };
  return (
    <ActiveFilters
      filters={[
        ...(isMine ? [mine] : []),
        ...listActiveFilters(query, { names, profiles, zone: zoneOfPage(isInBrowser) }),
      ]}
      onRemove={(without) => onChangeQuery(without, 'push')}
      onClear={() => onChangeQuery({ ...ALL_REQUESTS, q, sort, isAscending }, 'push')}
    />
  );
}
