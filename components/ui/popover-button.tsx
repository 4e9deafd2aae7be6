'use client';

import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { buttonClass } from '@/components/ui/button';

interface PopoverButtonProps {
  label: ReactNode;
  /** The name of the button, where the label is not only text. */
  name?: string;
  /** The key that opens it. */
  shortcut?: string;
  /** Mark beside the label, not part of the button's name. */
  badge?: ReactNode;
  className?: string | undefined;
  /** Content of the popover, rendered and loaded only while it is open. */
  children: ReactNode;
}

const GAP = 4;
const EDGE = 8;
const MIN_HEIGHT = 240;

/**
 * Renders a button that opens a popover below itself. The popover is native: Escape or a click outside closes it, and
 * Tab leads into it. An element in it with `data-autofocus` receives the focus as it opens; content that is loaded
 * later has to ask for the focus itself.
 */
export function PopoverButton({ label, name, shortcut, badge, className, children }: PopoverButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const place = () => {
    const [anchor, box] = [button.current?.getBoundingClientRect(), popover.current];
    if (!anchor || !box) return;
    box.style.top = `${anchor.bottom + window.scrollY + GAP}px`;
    const rightmost = document.documentElement.clientWidth - box.offsetWidth - EDGE;
    box.style.maxHeight = `${Math.max(MIN_HEIGHT, window.innerHeight - anchor.bottom - GAP - EDGE)}px`;
    box.style.left = `${Math.max(EDGE, Math.min(anchor.left, rightmost))}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        className={buttonClass('plain', className)}
      >
        {label}
        {badge}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') setIsOpen(true);
        }}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open');
          if (newState !== 'open') return;
          place();
          popover.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
        }}
        className="absolute inset-auto z-50 m-0 w-64 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-panel border border-line bg-panel p-3 text-ink shadow-lg"
      >
        {isOpen && <Suspense fallback={<p className="text-body text-dim">Loading…</p>}>{children}</Suspense>}
      </div>
    </>
  );
}

/** Closes the popover that contains an element. */
export function closePopover(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}
