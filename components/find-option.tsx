'use client';

import { Command } from 'cmdk';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface FindOptionProps {
  /** Tells it from the others. */
  value: string;
  href: string;
  /** Whether it is, to the letter, what was asked for. */
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
        prefetch={false}
        // The focus stays in the search box, whose arrow keys come here.
        tabIndex={-1}
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

/** Options of one kind under their name. */
export function FindGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="py-1 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-dim"
    >
      {children}
    </Command.Group>
  );
}
