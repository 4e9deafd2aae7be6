'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';

interface DisclosuresProps {
  /** The parts of a menu: a name, the number of what is chosen in it, and what it opens to. */
  parts: readonly { name: string; count?: number; content: ReactNode }[];
}

/** Parts of a menu that open in place, one at a time; what is in them is loaded and drawn only then. */
export function Disclosures({ parts }: DisclosuresProps) {
  const id = useId();
  const [open, setOpen] = useState<string>();
  return parts.map(({ name, count = 0, content }, index) => (
    <div key={name}>
      <button
        type="button"
        data-autofocus={index === 0 || undefined}
        aria-expanded={open === name}
        aria-controls={`${id}-${index}`}
        onClick={() => setOpen(open === name ? undefined : name)}
        className="flex min-h-8 w-full items-center gap-1.5 rounded px-1 text-left hover:bg-soft"
      >
        <ChevronRight aria-hidden className={open === name ? 'size-3.5 rotate-90' : 'size-3.5'} />
        {name}
        {count > 0 && (
          <span aria-hidden className="rounded-full bg-accent px-1.5 text-label leading-4 text-accent-ink">
            {count}
          </span>
        )}
      </button>
      <div id={`${id}-${index}`} className="empty:hidden">
        {open === name && (
          <div className="mb-2 border-l border-line py-1 pl-3">
            <Suspense fallback={<p className="text-dim">Loading…</p>}>{content}</Suspense>
          </div>
        )}
      </div>
    </div>
  ));
}
