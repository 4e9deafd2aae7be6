'use client';

import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';
import { PopoverButton } from '@/components/ui/popover-button';

interface ListHeadProps {
  title: string;
  /** The search box, and the button of the saved views. */
  search: ReactNode;
  views: ReactNode;
  /** The active filters (`ActiveFilters`; nothing for none), and the menu that adds others. */
  active: ReactNode;
  filters: ReactNode;
  /** The one thing to do from here. */
  primary?: ReactNode;
  /** The other actions on the whole list. */
  more: ReactNode;
}

/** The head of a list in one row: title, search, view, filters, one action, and a menu of the others. */
export function ListHead({ title, search, views, active, filters, primary, more }: ListHeadProps) {
  return (
    <div className="-mt-2 mb-1 flex flex-wrap items-center gap-1.5 print:hidden">
      <h1 className="mr-2 text-title font-semibold tracking-tight">{title}</h1>
      {search}
      {views}
      {active}
      {filters}
      <div className="ml-auto flex items-center gap-1.5">
        {primary}
        <PopoverButton label={<Ellipsis aria-hidden className="size-4" />} name="More" className="px-2">
          <div className="flex flex-col items-stretch gap-1.5 text-body">{more}</div>
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

interface ActiveFiltersProps<Query> {
  filters: readonly ActiveFilter<Query>[];
  onRemove: (without: Query) => void;
  onClear: () => void;
}

/** The active filters, each with a button that removes it; nothing for none. */
export function ActiveFilters<Query>({ filters, onRemove, onClear }: ActiveFiltersProps<Query>) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5">
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
