'use client';

import { lazy } from 'react';
import { listActiveFilters } from '@/app/(console)/withdrawals/_list/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { ActiveFilters, FilterCount, ListFilters } from '@/components/list/list-filters';
import { useProfileNames } from '@/components/profiles/profile-names';
import { PopoverButton } from '@/components/ui/popover-button';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import {
  ALL_REQUESTS,
  countRequestFilters,
  REQUEST_FILTER_NAMES,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
} from '@/lib/requests/list/query';
import { zoneOfPage } from '@/lib/text/locale';
import { ALL_TRANSFERS } from '@/lib/transfers/query';

const FilterOptions = lazy(() => import('@/app/(console)/withdrawals/_list/filter-options'));
const RangeFields = lazy(() => import('@/app/(console)/transfers/_filters/range-fields'));

interface FilterBarProps {
  query: RequestListQuery;
  /** The names of the people, address book entries and batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The filters of the list, and below them the active filters. */
export function FilterBar({ query, names, onChangeQuery }: FilterBarProps) {
  const { created, before } = query;
  const count = countRequestFilters(query) + (before === undefined ? 0 : 1);
  return (
    <ListFilters
      count={count}
      active={count > 0 && <Active query={query} names={names} onChangeQuery={onChangeQuery} />}
    >
      {REQUEST_VALUE_FILTERS.map((filter) => (
        <PopoverButton
          key={filter}
          label={REQUEST_FILTER_NAMES[filter]}
          badge={<FilterCount count={query.values[filter]?.length ?? 0} />}
        >
          <FilterOptions filter={filter} query={query} names={names} onChangeQuery={onChangeQuery} />
        </PopoverButton>
      ))}
      <PopoverButton label={REQUEST_FILTER_NAMES.created} badge={<FilterCount count={created ? 1 : 0} />}>
        <RangeFields
          range="created"
          query={{ ...ALL_TRANSFERS, ranges: created ? { created } : {} }}
          onChangeQuery={({ ranges }, how) =>
            onChangeQuery({ ...query, before: undefined, created: ranges.created }, how)
          }
        />
      </PopoverButton>
    </ListFilters>
  );
}

function Active({ query, names, onChangeQuery }: FilterBarProps) {
  const isInBrowser = useIsInBrowser();
  const profiles = useProfileNames();
  const { q, isMine, sort, isAscending } = query;
  return (
    <ActiveFilters
      filters={listActiveFilters(query, { names, profiles, zone: zoneOfPage(isInBrowser) })}
      onRemove={(without) => onChangeQuery(without, 'push')}
      onClear={() => onChangeQuery({ ...ALL_REQUESTS, q, isMine, sort, isAscending }, 'push')}
    />
  );
}
