'use client';

import { Menu } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { ConsoleNav, type NavPages } from '@/components/shell/console-nav';
import { buttonClass } from '@/components/ui/button';

/** Renders the navigation for narrow windows as a native popover: Escape or a tap outside closes it. */
export function ConsoleMenu({ children, ...nav }: NavPages & { children: ReactNode }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <div className="ml-auto md:hidden">
      <button type="button" popoverTarget={id} className={buttonClass('quiet', 'px-2')}>
        <Menu aria-hidden className="size-4" />
        Menu
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="fixed inset-x-2 top-(--header-height) bottom-auto m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] w-auto overflow-y-auto rounded-panel border border-line bg-panel p-2 text-ink shadow-lg backdrop:bg-ink/20"
      >
        <ConsoleNav {...nav} onNavigate={() => menu.current?.hidePopover()} />
        {children}
      </div>
    </div>
  );
}
