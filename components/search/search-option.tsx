'use client';

import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

interface SearchOptionProps {
  /** Identifies the option. */
  value: string;
  href: string;
  /** True if the option is an exact match, which Enter may open as soon as it is found. */
  isExact?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

const OPTION =
  'flex min-w-0 items-center gap-3 rounded-control px-2.5 py-2 text-body data-[selected=true]:bg-accent-soft';

/** An option of the search: a link, so that it can be opened in a new tab. */
export function SearchOption({ value, href, isExact = false, onChoose, children }: SearchOptionProps) {
  return (
    <Command.Item asChild value={value} data-exact={isExact || undefined}>
      <Link
        href={href}
        // If this link has the focus, Enter opens this link, not the option that the arrow keys chose.
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
        onClick={({ metaKey, ctrlKey, shiftKey }) => {
          if (!metaKey && !ctrlKey && !shiftKey) onChoose();
        }}
        className={OPTION}
      >
        {children}
      </Link>
    </Command.Item>
  );
}

/** An option of the search that acts on this page. */
export function ActionOption({ value, isExact = false, onChoose, children }: Omit<SearchOptionProps, 'href'>) {
  return (
    <Command.Item
      value={value}
      data-exact={isExact || undefined}
      onSelect={onChoose}
      className={`${OPTION} cursor-pointer`}
    >
      {children}
    </Command.Item>
  );
}

/** A group of options under a heading. */
export function OptionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="py-1 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-label **:[[cmdk-group-heading]]:text-dim"
    >
      {children}
    </Command.Group>
  );
}
