import { X } from 'lucide-react';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';

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
