'use client';

import { clsx } from 'clsx';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { buttonClass } from '@/components/ui/button';

interface HeaderMenuProps {
  /** What the button shows; `name` is its name where that differs. */
  label: ReactNode;
  name?: string;
  /** A description of the button, shown by the pointer as well. */
  title?: string;
  className?: string;
  /** The classes of the menu. */
  menuClass: string;
  children: ReactNode;
}

/** Renders a button of the header with a native popover below it: Escape, a tap outside or a chosen link closes it. */
export function HeaderMenu({ label, name, title, className, menuClass, children }: HeaderMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const closeAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) menu.current?.hidePopover();
  };
  return (
    <div className={className}>
      <button type="button" popoverTarget={id} aria-label={name} title={title} className={buttonClass('quiet', 'px-2')}>
        {label}
      </button>
      {/* A click on a link bubbles to its menu, from the keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        onClick={closeAfterLink}
        className={clsx(
          'fixed top-(--header-height) bottom-auto m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] overflow-y-auto rounded-panel border border-line bg-panel p-2 text-ink shadow-lg backdrop:bg-ink/20',
          menuClass,
        )}
      >
        {children}
      </div>
    </div>
  );
}
