'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

interface ProposeOpenerProps {
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
  /** Label of the button, on a page with two of them. */
  label?: string;
  /** Renders the form for the change once the button is pressed. */
  children: (onClose: () => void) => ReactNode;
}

/** Shows a button that is replaced by a form for a change; where it is disabled, the reason is beside it. */
export function ProposeOpener({ denialReason, label = 'Propose a change', children }: ProposeOpenerProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen && denialReason === undefined) return children(() => setIsOpen(false));
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button disabled={denialReason !== undefined} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <span className="text-label text-dim">{denialReason}</span>
    </p>
  );
}
