'use client';

import { Ellipsis, RefreshCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { Button, buttonClass } from '@/components/ui/button';
import { closePopover, PopoverButton } from '@/components/ui/popover-button';

interface ListHeadProps {
  title: string;
  /** The search box, and the menu of the saved views. */
  search: ReactNode;
  views?: ReactNode;
  /** The active filters (`ActiveFilters`; nothing for none), and the menu that adds others. */
  active: ReactNode;
  filters: ReactNode;
  /** Totals of the items. */
  facts?: ReactNode;
  /** The one thing to do from here, and what else is at the right. */
  primary?: ReactNode;
  /** The other actions on the whole list, of which the first is to read it again. */
  more: ReactNode;
  isReading: boolean;
  onRefresh: () => void;
}

/** The head of a list in one row: title, search, view, filters, one action, and a menu of the others. */
export function ListHead(props: ListHeadProps) {
  const { title, search, views, active, filters, facts, primary, more, isReading, onRefresh } = props;
  return (
    <div className="-mt-2 mb-1 flex flex-wrap items-center gap-1.5 print:[&>:not(h1)]:hidden">
      <h1 className="mr-2 text-title font-semibold tracking-tight">{title}</h1>
      {search}
      {views && <PopoverButton label="Views">{views}</PopoverButton>}
      {/* Before what it adds, so that it stays where it is. */}
      {filters}
      {active}
      {facts}
      <div className="ml-auto flex items-center gap-1.5">
        {primary}
        <PopoverButton label={<Ellipsis aria-hidden className="size-4" />} name="More" className="px-2">
          <div className="flex flex-col items-stretch gap-1.5 text-body">
            <Button
              disabled={isReading}
              onClick={({ currentTarget }) => {
                onRefresh();
                closePopover(currentTarget);
              }}
            >
              <RefreshCw aria-hidden className="size-3.5" />
              Refresh
            </Button>
            {more}
          </div>
        </PopoverButton>
      </div>
    </div>
  );
}

/** One active filter of a list, and the query without that filter. */
export interface ActiveFilter<Query> {
  label: string;
  without: Query;
}

/** Returns the query with a value of a filter added, or removed if it was there. */
export function toggleValue<Query extends { values: Partial<Record<string, readonly string[]>> }>(
  query: Query,
  filter: keyof Query['values'] & string,
  value: string,
): Query {
  const { [filter]: old = [], ...others } = query.values;
  // In the order in which an address is read.
  const chosen = old.includes(value) ? old.filter((other) => other !== value) : [...old, value].toSorted();
  return { ...query, values: { ...others, ...(chosen.length > 0 && { [filter]: chosen }) } };
}

/** Lists the filters by value of a query, each with all its values. `names`: of the filters. */
export function listActiveValues<
  Filter extends string,
  Query extends { values: Partial<Record<Filter, readonly string[]>> },
>(query: Query, { filters, names, describe }: ValueFilters<Filter>): ActiveFilter<Query>[] {
  return filters.flatMap((filter) => {
    const chosen = query.values[filter] ?? [];
    const values = chosen.map((value) => describe(filter, value));
    const without = chosen.reduce((rest, value) => toggleValue(rest, filter, value), query);
    return values.length === 0 ? [] : [{ label: `${names[filter]}: ${values.join(' or ')}`, without }];
  });
}

interface ValueFilters<Filter extends string> {
  filters: readonly Filter[];
  names: Readonly<Record<Filter, string>>;
  /** Describes a value of a filter for people. */
  describe: (filter: Filter, value: string) => string;
}

interface ActiveFiltersProps<Query> {
  filters: readonly ActiveFilter<Query>[];
  onRemove: (without: Query) => void;
  onClear: () => void;
}

/** The active filters, each with a button that removes it; nothing for none. */
export function ActiveFilters<Query>({ filters, onRemove, onClear }: ActiveFiltersProps<Query>) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
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
