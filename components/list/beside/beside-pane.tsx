'use client';

import { X } from 'lucide-react';
import { type ReactNode, type RefCallback, useCallback, useLayoutEffect } from 'react';
import { useMediaQuery } from '@/components/ui/browser/use-media-query';
import { Button } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';

interface BesidePaneProps {
  /** The name of what is open, such as "Transfer details". */
  label: string;
  onClose: () => void;
  /** The open item; its heading is an `h2` that can have the focus. */
  children: ReactNode;
}

/** Shows the open item of a list beside it, or over it on a narrow screen. */
export function BesidePane({ label, onClose, children }: BesidePaneProps) {
  const hasRoom = useMediaQuery('(min-width: 1100px)', true);
  if (!hasRoom)
    return (
      <FullPageDialog label={label} onClose={onClose}>
        {children}
      </FullPageDialog>
    );
  return (
    <aside
      aria-label={label}
      className="sticky top-[calc(var(--header-height)+1.25rem)] max-h-[calc(100dvh-var(--header-height)-2.5rem)] self-start overflow-y-auto rounded-panel border border-line bg-panel p-4"
    >
      {children}
    </aside>
  );
}

/** The button that closes the open item. */
export function CloseBeside({ className = '', onClose }: { className?: string; onClose: () => void }) {
  return (
    <Button look="quiet" className={`px-2 ${className}`} aria-label="Close" title="Close (Esc)" onClick={onClose}>
      <X aria-hidden className="size-4" />
    </Button>
  );
}

/**
 * Gives the ref of the heading of the open item, which has a key of its own for each item: where `takesFocus`, an item
 * that opens has the focus there. It does not while the reader moves through the rows.
 */
export function useHeadingFocus(takesFocus: boolean): RefCallback<HTMLHeadingElement> {
  return useCallback(
    (heading) => {
      if (takesFocus) heading?.focus({ preventScroll: true });
    },
    [takesFocus],
  );
}

/** A dialog over the whole page; the list keeps its place below. */
function FullPageDialog({ label, onClose, children }: BesidePaneProps) {
  const dialog = useModal();
  useLayoutEffect(() => {
    dialog.current?.querySelector('h2')?.focus();
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = '';
    };
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto overscroll-contain bg-page p-4 text-ink"
    >
      {children}
    </dialog>
  );
}
