'use client';

import { Plus } from 'lucide-react';
import { lazy, useRef } from 'react';
import type { FilterMenuProps } from '@/components/list/filter-fields';
import { KeyHint } from '@/components/ui/key';
import { PopoverButton } from '@/components/ui/popover-button';
import { useActionKeys } from '@/components/ui/use-action-keys';

const FilterFields = lazy(() => import('@/components/list/filter-fields'));

/** The one menu of filters of a list, which `f` opens: a field opens in place. */
export function FilterMenu({ fields, children }: FilterMenuProps) {
  const region = useRef<HTMLElement>(null);
  useActionKeys({ f: () => region.current?.querySelector('button')?.click() });
  return (
    <section ref={region} aria-label="Filters">
      <PopoverButton
        label={
          <>
            <Plus aria-hidden className="size-3.5" /> Filter
          </>
        }
        badge={<KeyHint>f</KeyHint>}
        name="Filter"
        shortcut="f"
      >
        <FilterFields fields={fields}>{children}</FilterFields>
      </PopoverButton>
    </section>
  );
}

/** A filter that is on or off. */
export function FilterToggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className="min-h-8 rounded px-1.5 text-left hover:bg-soft aria-pressed:bg-accent-soft aria-pressed:font-medium"
    >
      {label}
    </button>
  );
}
