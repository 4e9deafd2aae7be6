'use client';

import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';

/** One active filter of a list, and the query without that filter. */
export interface ActiveFilter<Query> {
  label: string;
  without: Query;
}

interface ListFiltersProps {
  /** The number of active filters. */
  count: number;
  /** The active filters (`ActiveFilters`); nothing for none. */
  active: ReactNode;
  /** The buttons of the filters. */
  children: ReactNode;
}

/** The filters of a list, behind a button on a phone, and below them the active filters. */
export function ListFilters({ count, active, children }: ListFiltersProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <section aria-label="Filters" className="mb-3">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
        className={buttonClass('plain', 'sm:hidden')}
      >
        <ListFilter aria-hidden className="size-3.5" />
        {isShown ? 'Hide filters' : 'Filters'}
        {count > 0 && <FilterCount count={count} />}
      </button>
      <div className={`flex flex-wrap gap-1.5 ${isShown ? 'max-sm:mt-2' : 'max-sm:hidden'}`}>{children}</div>
      {active}
    </section>
  );
}

/** The number of values of a filter, as a badge on its button; nothing for none. */
export function FilterCount({ count }: { count: number }) {
  return count === 0 ? null : (
    <span aria-hidden className="rounded-full bg-accent px-1.5 text-label leading-4 text-accent-ink">
      {count}
    </span>
  );
}

interface ActiveFiltersProps<Query> {
  filters: readonly ActiveFilter<Query>[];
  onRemove: (without: Query) => void;
  onClear: () => void;
}

/** The active filters, each with a button that removes it. */
export function ActiveFilters<Query>({ filters, onRemove, onClear }: ActiveFiltersProps<Query>) {
  return (
    <ul aria-label="Active filters" className="mt-2 flex flex-wrap gap-1.5">
      {filters.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            onClick={() => onRemove(without)}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-accent bg-accent-soft px-2 text-label hover:bg-soft"
          >
            <span className="sr-only">Remove </span>
            <bdi className="truncate">{readableText(label, 120)}</bdi>
            <X aria-hidden className="size-3 shrink-0" />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <button type="button" onClick={onClear} className={buttonClass('quiet', 'min-h-7 px-2 py-0.5 text-label')}>
            Clear all filters
          </button>
        </li>
      )}
    </ul>
  );
}
