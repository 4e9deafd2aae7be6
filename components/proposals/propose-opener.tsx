'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

interface ProposeOpenerProps {
  /** Why the reader cannot ask for a change now. */
  denialReason: string | undefined;
  /** Where the change is written, once somebody wants to. */
  children: (onClose: () => void) => ReactNode;
}

/** A button in whose place a change is written that takes a second person; where the reader may not, it says why. */
export function ProposeOpener({ denialReason, children }: ProposeOpenerProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen && denialReason === undefined) return children(() => setIsOpen(false));
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button disabled={denialReason !== undefined} onClick={() => setIsOpen(true)}>
        Propose a change
      </Button>
      <span className="text-xs text-dim">{denialReason}</span>
    </p>
  );
}
