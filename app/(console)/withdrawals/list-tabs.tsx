import type { MouseEvent } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';

interface ListTab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Shows the list on this page. */
  onOpen: () => void;
}

/** Shows links to several lists, each with its own address. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          href={tab.href}
          onClick={(event: MouseEvent) => openHere(event, tab)}
          aria-current={tab.isCurrent ? 'page' : undefined}
          className={buttonClass('plain', 'aria-[current]:border-accent aria-[current]:bg-accent-soft')}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

function openHere(event: MouseEvent, { onOpen }: ListTab): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onOpen();
}
