'use client';

import { lazy } from 'react';
import {
  listActiveFilters,
  FILTER_NAMES,
  ATTENTION_LABEL,
  SETTLED_LABEL,
  withAttention,
} from '@/app/(console)/transfers/_filters/filter-labels';
import { useProfileNames } from '@/components/profiles/profile-names';
import type { AddressChange } from '@/components/list/list-address';
import { ActiveFilters, FilterCount, ListFilters } from '@/components/list/list-filters';
import { buttonClass } from '@/components/ui/button';
import { PopoverButton } from '@/components/ui/popover-button';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { zoneOfPage } from '@/lib/text/locale';
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
  const count = countFilters(query);
  return (
    <ListFilters count={count} active={count > 0 && <Chips query={query} onChangeQuery={onChangeQuery} />}>
      {VALUE_FILTERS.map((filter) => (
        <PopoverButton
          key={filter}
          label={FILTER_NAMES[filter]}
          badge={<FilterCount count={query.values[filter]?.length ?? 0} />}
        >
          <ValueOptions filter={filter} query={query} onChangeQuery={onChangeQuery} />
        </PopoverButton>
      ))}
      {RANGE_ORDER.map((range) => (
        <PopoverButton
          key={range}
          label={FILTER_NAMES[range]}
          badge={<FilterCount count={query.ranges[range] ? 1 : 0} />}
        >
          <RangeFields range={range} query={query} onChangeQuery={onChangeQuery} />
        </PopoverButton>
      ))}
      <PopoverButton label="More filters" badge={<FilterCount count={query.fields.length} />}>
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
    </ListFilters>
  );
}

function Toggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={buttonClass('plain', isOn ? 'border-accent! bg-accent-soft!' : undefined)}
    >
      {label}
    </button>
  );
}

function Chips({ query, onChangeQuery }: FilterBarProps) {
  const isInBrowser = useIsInBrowser();
  const names = useProfileNames();
  const filters = listActiveFilters(query, { zone: zoneOfPage(isInBrowser), names });
  return (
    <ActiveFilters
      filters={filters}
      onRemove={(without) => onChangeQuery(without, 'push')}
      onClear={() =>
        onChangeQuery({ ...ALL_TRANSFERS, q: query.q, sort: query.sort, isAscending: query.isAscending }, 'push')
      }
    />
  );
}
