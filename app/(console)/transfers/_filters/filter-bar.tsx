'use client';

import {
  ATTENTION_LABEL,
  FILTER_NAMES,
  listActiveFilters,
  SETTLED_LABEL,
  withAttention,
  withBounds,
} from '@/app/(console)/transfers/_filters/filter-labels';
import { useProfileNames } from '@/components/profiles/profile-names';
import { FilterFields, FilterToggle } from '@/components/list/filter-fields';
import type { AddressChange } from '@/components/list/list-address';
import { ActiveFilters } from '@/components/list/active-filters';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { zoneOfPage } from '@/lib/text/locale';
import { ALL_TRANSFERS, type Range, type TransferQuery, VALUE_FILTERS } from '@/lib/transfers/query';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const ValueOptions = lazyWithRetry(() => import('@/app/(console)/transfers/_filters/value-options'));
const FieldFilterForm = lazyWithRetry(() => import('@/app/(console)/transfers/_filters/field-filter-form'));
const RangeFields = lazyWithRetry(() => import('@/components/list/range-fields'));

const RANGE_ORDER: readonly Range[] = ['created', 'updated', 'amount'];

interface FilterBarProps {
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** Fields of the list's menu of filters; loaded with the first use, as the active filters are. */
export function TransferFilterFields({ query, onChangeQuery }: FilterBarProps) {
  const { values, ranges, fields, hasProblem, includesSettled } = query;
  const shared = { query, onChangeQuery };
  return (
    <FilterFields
      fields={[
        ...VALUE_FILTERS.map((filter) => ({
          name: FILTER_NAMES[filter],
          count: values[filter]?.length ?? 0,
          content: <ValueOptions filter={filter} {...shared} />,
        })),
        ...RANGE_ORDER.map((range) => ({
          name: FILTER_NAMES[range],
          count: ranges[range] ? 1 : 0,
          content: (
            <RangeFields
              name={FILTER_NAMES[range]}
              bounds={ranges[range]}
              isAmount={range === 'amount'}
              onApply={(bounds) => onChangeQuery(withBounds(query, range, bounds), 'push')}
            />
          ),
        })),
        { name: 'More fields', count: fields.length, content: <FieldFilterForm {...shared} /> },
      ]}
    >
      <FilterToggle
        label={ATTENTION_LABEL}
        isOn={hasProblem}
        onToggle={() => onChangeQuery(withAttention(query, !hasProblem), 'push')}
      />
      {hasProblem && (
        <FilterToggle
          label={SETTLED_LABEL}
          isOn={includesSettled}
          onToggle={() => onChangeQuery({ ...query, includesSettled: !includesSettled }, 'push')}
        />
      )}
    </FilterFields>
  );
}

/** The active filters of the list, each with a button that removes it. */
export function ActiveTransferFilters({ query, onChangeQuery }: FilterBarProps) {
  const isInBrowser = useIsInBrowser();
  const names = useProfileNames();
  return (
    <ActiveFilters
      filters={listActiveFilters(query, { zone: zoneOfPage(isInBrowser), names })}
      onRemove={(without) => onChangeQuery(without, 'push')}
      onClear={() =>
        onChangeQuery({ ...ALL_TRANSFERS, q: query.q, sort: query.sort, isAscending: query.isAscending }, 'push')
      }
    />
  );
}
