'use client';

import { ListFilter, X } from 'lucide-react';
import { lazy, useState } from 'react';
import {
  listActiveFilters,
  FILTER_NAMES,
  ATTENTION_LABEL,
  SETTLED_LABEL,
  withAttention,
} from '@/app/(console)/transfers/_filters/filter-labels';
import { useProfileNames } from '@/components/profiles/profile-names';
import type { AddressChange } from '@/components/list/list-address';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';
import { PopoverButton } from '@/components/ui/popover-button';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import { ALL_TRANSFERS, countFilters, type Range, type TransferQuery, VALUE_FILTERS } from '@/lib/transfers/query';

const ValueOptions = lazy(() => import('@/app/(console)/transfers/_filters/value-options'));
const FieldFilterForm = lazy(() => import('@/app/(console)/transfers/_filters/field-filter-form'));
const RangeFields = lazy(() => import('@/app/(console)/transfers/_filters/range-fields'));

const RANGE_ORDER: readonly Range[] = ['created', 'updated', 'amount'];

interface FilterBarProps {
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The filters of the list, and below them the active filters, each with a button that removes it. */
export function FilterBar({ query, onChangeQuery }: FilterBarProps) {
  const [isShown, setIsShown] = useState(false);
  const count = countFilters(query);
  return (
    <section aria-label="Filters" className="mb-3">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
        className={buttonClass('plain', 'min-h-8 px-2.5 py-1 text-label sm:hidden')}
      >
        <ListFilter aria-hidden className="size-3.5" />
        {isShown ? 'Hide filters' : 'Filters'}
        {count > 0 && <Count count={count} />}
      </button>
      <div className={`flex flex-wrap gap-1.5 ${isShown ? 'max-sm:mt-2' : 'max-sm:hidden'}`}>
        {VALUE_FILTERS.map((filter) => (
          <PopoverButton
            key={filter}
            label={FILTER_NAMES[filter]}
            badge={<Count count={query.values[filter]?.length ?? 0} />}
          >
            <ValueOptions filter={filter} query={query} onChangeQuery={onChangeQuery} />
          </PopoverButton>
        ))}
        {RANGE_ORDER.map((range) => (
          <PopoverButton key={range} label={FILTER_NAMES[range]} badge={<Count count={query.ranges[range] ? 1 : 0} />}>
            <RangeFields range={range} query={query} onChangeQuery={onChangeQuery} />
          </PopoverButton>
        ))}
        <PopoverButton label="More filters" badge={<Count count={query.fields.length} />}>
          <FieldFilterForm query={query} onChangeQuery={onChangeQuery} />
        </PopoverButton>
        <Toggle
          label={ATTENTION_LABEL}
          isOn={query.hasProblem}
          onToggle={() => onChangeQuery(withAttention(query, !query.hasProblem), 'push')}
        />
        {query.hasProblem && (
          <Toggle
            label={SETTLED_LABEL}
            isOn={query.includesSettled}
            onToggle={() => onChangeQuery({ ...query, includesSettled: !query.includesSettled }, 'push')}
          />
        )}
      </div>
      {count > 0 && <Chips query={query} onChangeQuery={onChangeQuery} />}
    </section>
  );
}

function Toggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={buttonClass('plain', `min-h-8 px-2.5 py-1 text-label ${isOn ? 'border-accent! bg-accent-soft!' : ''}`)}
    >
      {label}
    </button>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    <span aria-hidden className="rounded-full bg-accent px-1.5 text-fine leading-4 text-accent-ink">
      {count}
    </span>
  );
}

function Chips({ query, onChangeQuery }: FilterBarProps) {
  const isInBrowser = useIsInBrowser();
  const names = useProfileNames();
  const chips = listActiveFilters(query, { zone: isInBrowser ? undefined : 'UTC', names });
  return (
    <ul aria-label="Active filters" className="mt-2 flex flex-wrap gap-1.5">
      {chips.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            onClick={() => onChangeQuery(without, 'push')}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-accent bg-accent-soft px-2 text-label hover:bg-soft"
          >
            <span className="sr-only">Remove </span>
            <bdi className="truncate">{readableText(label, 120)}</bdi>
            <X aria-hidden className="size-3 shrink-0" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() =>
              onChangeQuery({ ...ALL_TRANSFERS, q: query.q, sort: query.sort, isAscending: query.isAscending }, 'push')
            }
            className={buttonClass('quiet', 'min-h-7 px-2 py-0.5 text-label')}
          >
            Clear all filters
          </button>
        </li>
      )}
    </ul>
  );
}
