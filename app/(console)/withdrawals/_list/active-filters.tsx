'use client';

import { X } from 'lucide-react';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import { useProfileNames } from '@/components/profiles/profile-names';
import { Link } from '@/components/ui/link';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import { readableText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import { describeProfile, type ProfileNames } from '@/lib/profiles/find-name';
import {
  ALL_REQUESTS,
  countRequestFilters,
  REQUEST_FILTER_NAMES,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
  type RequestValueFilter,
  toggleRequestValue,
} from '@/lib/requests/query';
import { describeStateFilter, STATE_FILTERS } from '@/lib/requests/stages';
import { describeBound } from '@/lib/transfers/day-bounds';

interface ActiveFiltersProps {
  query: RequestListQuery;
  /** The names of people, address book entries and the batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
}

/** Shows the active filters, each as a link to the list without it. */
export function ActiveFilters({ query, names }: ActiveFiltersProps) {
  const isInBrowser = useIsInBrowser();
  const profiles = useProfileNames();
  if (countRequestFilters(query) === 0 && query.before === undefined) return null;
  const filters = listFilters(query, { names, profiles, zone: isInBrowser ? undefined : 'UTC' });
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap gap-1.5">
      {filters.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            href={addressOf({ ...without, before: undefined })}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-accent bg-accent-soft px-2 text-label hover:bg-soft"
          >
            <span className="sr-only">Remove </span>
            <bdi className="truncate">{readableText(label, 120)}</bdi>
            <X aria-hidden className="size-3 shrink-0" />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link
            href={addressOf({ ...ALL_REQUESTS, q: query.q, isMine: query.isMine })}
            className="inline-flex min-h-7 items-center px-2 text-label text-dim hover:text-ink"
          >
            Clear all filters
          </Link>
        </li>
      )}
    </ul>
  );
}

interface Wording extends Pick<ActiveFiltersProps, 'names'> {
  profiles: ProfileNames;
  /** For days; undefined for the reader's own zone. */
  zone: 'UTC' | undefined;
}

function listFilters(query: RequestListQuery, wording: Wording) {
  const { names, zone } = wording;
  const { values, created, batch, before } = query;
  const valueFilters = REQUEST_VALUE_FILTERS.flatMap((filter) =>
    (values[filter] ?? []).map((value) => ({
      label: `${REQUEST_FILTER_NAMES[filter]}: ${describeValue(filter, value, wording)}`,
      without: toggleRequestValue(query, filter, value),
    })),
  );
  return [
    ...valueFilters,
    ...(created ? [{ label: describeCreated(created, zone), without: { ...query, created: undefined } }] : []),
    ...(batch ? [{ label: `Batch: ${names[batch] ?? batch}`, without: { ...query, batch: undefined } }] : []),
    ...(before ? [{ label: 'Older than one withdrawal', without: { ...query, before: undefined } }] : []),
  ];
}

function describeValue(filter: RequestValueFilter, value: string, { names, profiles }: Wording): string {
  if (filter === 'network') return networkLabel(value);
  if (filter === 'profile') return describeProfile(profiles, value);
  const state = filter === 'state' ? STATE_FILTERS.find((known) => known === value) : undefined;
  return state ? describeStateFilter(state) : (names[value] ?? value);
}

function describeCreated({ from, to }: NonNullable<RequestListQuery['created']>, zone: 'UTC' | undefined): string {
  const [first, last] = [from, to].map((bound) => (bound === undefined ? undefined : describeBound(bound, zone)));
  if (first === undefined) return `Created: up to ${last}`;
  if (last === undefined) return `Created: since ${first}`;
  return `Created: ${first === last ? first : `${first} to ${last}`}`;
}
