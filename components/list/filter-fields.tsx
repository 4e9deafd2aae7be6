'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Disclosures } from '@/components/list/disclosures';

/** A field that a list can be filtered by. */
export interface FilterField {
  /** The name (docs/specification/console-contract.md#labels). */
  name: string;
  /** The number of its values that are chosen. */
  count: number;
  /** Its options; loaded and drawn only while the field is open. */
  content: ReactNode;
}

interface FilterFieldsProps {
  fields: readonly FilterField[];
  /** Filters that are on or off. */
  children?: ReactNode;
}

/** The fields of the menu of filters, each of which opens in place. */
export function FilterFields({ fields, children }: FilterFieldsProps) {
  const menu = useRef<HTMLDivElement>(null);
  // Loaded after the menu has opened.
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  return (
    // The keys of its buttons and boxes, which stay what they are.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={menu} className="text-body" onKeyDown={moveByKey}>
      <Disclosures parts={fields} />
      {children && <div className="mt-2 flex flex-col gap-1 border-t border-line pt-2">{children}</div>}
    </div>
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

const TEXT_FIELDS = 'input:not([type=checkbox], [type=search]), select, textarea';

/**
 * Moves through a menu by arrow keys, and by a letter to the next entry that begins with it; Enter ticks a box. Keys in
 * fields are left to them, but for the arrows of a search box.
 */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || target.matches(TEXT_FIELDS) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const isBox = target.matches('[type=checkbox]');
  if (isBox && key === 'Enter') {
    event.preventDefault();
    return target.click();
  }
  const isLetter = key.length === 1 && key !== ' ' && !target.matches('[type=search]');
  if (!isLetter && key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  const entries = [...currentTarget.querySelectorAll<HTMLElement>('button, input, select')];
  const at = entries.indexOf(target);
  const after = [...entries.slice(at + 1), ...entries.slice(0, at)];
  const next = isLetter ? after.find((entry) => textOf(entry).startsWith(key.toLowerCase())) : undefined;
  (isLetter ? next : after.at(key === 'ArrowDown' ? 0 : -1))?.focus();
}

const textOf = (entry: HTMLElement) => (entry.closest('label') ?? entry).textContent.trim().toLowerCase();
