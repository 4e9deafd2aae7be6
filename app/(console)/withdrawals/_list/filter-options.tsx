'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { QueryProvider } from '@/components/data/query-provider';
import { useProfileNames } from '@/components/profiles/profile-names';
import { CONTROL } from '@/components/ui/field';
import { OptionRow } from '@/components/ui/option-row';
import { readableText } from '@/components/values/untrusted-text';
import { describeProfile } from '@/lib/profiles/find-name';
import { requestOptionsEndpoint } from '@/lib/requests/contract';
import type { RequestOption } from '@/lib/requests/list-entry';
import {
  REQUEST_FILTER_NAMES,
  type RequestListQuery,
  type RequestValueFilter,
  toggleRequestValue,
} from '@/lib/requests/query';

interface FilterOptionsProps {
  filter: RequestValueFilter;
  query: RequestListQuery;
  onChange: (query: RequestListQuery, how: 'push' | 'replace') => void;
}

const FRESH_MS = 60_000;
// With more values, a search box is shown.
const MAX_WITHOUT_SEARCH = 12;

/** The options of a filter with their numbers of withdrawals. Withdrawals with any of the chosen values match. */
export default function FilterOptions(props: FilterOptionsProps) {
  return (
    <QueryProvider>
      <Options {...props} />
    </QueryProvider>
  );
}

function Options({ filter, query, onChange }: FilterOptionsProps) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['request-options'],
    queryFn: ({ signal }) => fetchJson(requestOptionsEndpoint(), { signal }),
    staleTime: FRESH_MS,
  });
  const [typed, setTyped] = useState('');
  // All choices while the filter is open are one entry of the browser's history.
  const [hasChanged, setHasChanged] = useState(false);
  const profiles = useProfileNames();
  const chosen = query.values[filter] ?? [];
  const options = withChosen(data?.[filter] ?? [], chosen).map((option) =>
    filter === 'profile' ? { ...option, label: describeProfile(profiles, option.value) } : option,
  );
  const shown = options.filter(({ value, label }) =>
    `${value} ${label}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <fieldset className="text-body">
      <legend className="sr-only">{REQUEST_FILTER_NAMES[filter]}</legend>
      {options.length > MAX_WITHOUT_SEARCH && (
        <input
          type="search"
          aria-label={`Search ${REQUEST_FILTER_NAMES[filter]}`}
          placeholder="Search values"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${CONTROL} mb-2`}
        />
      )}
      {shown.map(({ value, label, requests }, index) => (
        <OptionRow
          key={value}
          id={`${id}-${index}`}
          label={readableText(label, 220)}
          count={requests}
          isChosen={chosen.includes(value)}
          onToggle={() => {
            onChange(toggleRequestValue(query, filter, value), hasChanged ? 'replace' : 'push');
            setHasChanged(true);
          }}
        />
      ))}
      {error ? (
        <ExplanationNotice explanation={explainError(error)} />
      ) : (
        <p role="status" className="px-1 text-dim empty:hidden">
          {!data ? 'Loading…' : shown.length === 0 && (typed === '' ? 'No values yet.' : 'No matching values.')}
        </p>
      )}
    </fieldset>
  );
}

// Chosen values that no withdrawal has are listed as well, so that they can be removed.
function withChosen(
  options: readonly RequestOption[],
  chosen: readonly string[],
): (Omit<RequestOption, 'requests'> & { requests?: number })[] {
  const others = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...others.map((value) => ({ value, label: value })), ...options];
}
