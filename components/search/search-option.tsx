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
        className="flex items-center gap-3 rounded-control px-2.5 py-2 text-body data-[selected=true]:bg-accent-soft"
      >
        {children}
      </Link>
    </Command.Item>
  );
}
