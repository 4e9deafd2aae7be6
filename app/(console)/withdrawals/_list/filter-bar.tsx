'use client';

import { useRouter } from 'next/navigation';
import { lazy, useOptimistic, useTransition } from 'react';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import { Link } from '@/components/ui/link';
import { PopoverButton } from '@/components/ui/popover-button';
import {
  describeRequestOrder,
  REQUEST_FILTER_NAMES,
  REQUEST_SORTS,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
} from '@/lib/requests/query';
import { ALL_TRANSFERS } from '@/lib/transfers/query';

const FilterOptions = lazy(() => import('@/app/(console)/withdrawals/_list/filter-options'));
const RangeFields = lazy(() => import('@/app/(console)/transfers/_filters/range-fields'));

/** The filters of the list and its order. A choice shows at once, and the list follows. */
export function FilterBar({ query: read }: { query: RequestListQuery }) {
  const router = useRouter();
  const [isReading, startTransition] = useTransition();
  const [query, setQuery] = useOptimistic(read);
  const change = (next: RequestListQuery, how: 'push' | 'replace') =>
    startTransition(() => {
      setQuery(next);
      router[how](addressOf(next), { scroll: false });
    });
  const { created } = query;
  return (
    <section aria-label="Filters" aria-busy={isReading} className="mb-3 flex flex-wrap items-center gap-1.5">
      {REQUEST_VALUE_FILTERS.map((filter) => (
        <PopoverButton
          key={filter}
          label={REQUEST_FILTER_NAMES[filter]}
          badge={<Count count={query.values[filter]?.length ?? 0} />}
        >
          <FilterOptions filter={filter} query={query} onChange={change} />
        </PopoverButton>
      ))}
      <PopoverButton label={REQUEST_FILTER_NAMES.created} badge={<Count count={created ? 1 : 0} />}>
        <RangeFields
          range="created"
          query={{ ...ALL_TRANSFERS, ranges: created ? { created } : {} }}
          onChangeQuery={({ ranges }) => change({ ...query, before: undefined, created: ranges.created }, 'push')}
        />
      </PopoverButton>
      <PopoverButton label="Order">
        <ul className="text-body">
          {REQUEST_SORTS.flatMap((sort) => [false, true].map((isAscending) => ({ sort, isAscending }))).map((order) => (
            <li key={describeRequestOrder(order)}>
              <Link
                href={addressOf({ ...query, ...order, before: undefined })}
                aria-current={order.sort === query.sort && order.isAscending === query.isAscending ? 'true' : undefined}
                className="flex min-h-8 items-center rounded px-1 hover:bg-soft aria-[current]:font-medium"
              >
                {describeRequestOrder(order)}
              </Link>
            </li>
          ))}
        </ul>
      </PopoverButton>
      <span role="status" className="text-label text-dim">
        {isReading && 'Loading…'}
      </span>
    </section>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    <span aria-hidden className="rounded-full bg-accent px-1.5 text-fine leading-4 text-accent-ink">
      {count}
    </span>
  );
}
