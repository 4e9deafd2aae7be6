'use client';

import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

interface FindOptionProps {
  /** Tells it from the others. */
  value: string;
  href: string;
  /** Whether it is certain to be what was asked for, so that Enter may open it as soon as it is found. */
  isExact?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** Something to open: a link, so that it opens in a new tab as links do. */
export function FindOption({ value, href, isExact = false, onChoose, children }: FindOptionProps) {
  return (
    <Command.Item asChild value={value} data-exact={isExact || undefined}>
      <Link
        href={href}
        // Where the focus itself has come here, it is this one that Enter opens, and not the one that the arrow keys chose.
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
        onClick={({ metaKey, ctrlKey, shiftKey }) => {
          if (!metaKey && !ctrlKey && !shiftKey) onChoose();
        }}
        className="flex items-center gap-3 rounded-control px-2.5 py-2 text-sm data-[selected=true]:bg-accent-soft"
      >
        {children}
      </Link>
    </Command.Item>
  );
}
