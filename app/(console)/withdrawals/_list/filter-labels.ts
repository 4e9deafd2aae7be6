import { type ActiveFilter, listActiveValues } from '@/components/list/active-filters';
import { networkLabel } from '@/lib/networks/networks';
import { describeProfile, type ProfileNames } from '@/lib/profiles/find-name';
import {
  REQUEST_FILTER_NAMES,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
  type RequestValueFilter,
} from '@/lib/requests/list/query';
import { describeStateFilter, STATE_FILTERS } from '@/lib/requests/stages';
import { describeDays } from '@/lib/transfers/day-bounds';

interface Wording {
  /** The names of people, address book entries and the batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
  profiles: ProfileNames;
  /** For days; undefined for the reader's own zone. */
  zone: string | undefined;
}

/** Lists the active filters of a query. */
export function listActiveFilters(query: RequestListQuery, wording: Wording): ActiveFilter<RequestListQuery>[] {
  const { names, zone } = wording;
  const { created, batch, before } = query;
  const valueFilters = listActiveValues(query, {
    filters: REQUEST_VALUE_FILTERS,
    names: REQUEST_FILTER_NAMES,
    describe: (filter, value) => describeValue(filter, value, wording),
  });
  const others = [
    created && { label: `Created: ${describeDays(created, zone)}`, without: { ...query, created: undefined } },
    batch && { label: `Batch: ${names[batch] ?? batch}`, without: { ...query, batch: undefined } },
    before !== undefined && { label: 'Older than one withdrawal', without: query },
  ];
  return [...valueFilters, ...others.filter((filter) => filter !== undefined && filter !== false && filter !== '')].map(
    ({ label, without }) => ({ label, without: { ...without, before: undefined } }),
  );
}

function describeValue(filter: RequestValueFilter, value: string, { names, profiles }: Wording): string {
  if (filter === 'network') return networkLabel(value);
  if (filter === 'profile') return describeProfile(profiles, value);
  const state = filter === 'state' ? STATE_FILTERS.find((known) => known === value) : undefined;
  return state ? describeStateFilter(state) : (names[value] ?? value);
}
