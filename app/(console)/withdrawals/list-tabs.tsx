import type { MouseEvent } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

interface ListTab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Shows the list on this page; left out where the list is on another page. */
  onOpen?: () => void;
}

/** Lists the tabs of everything under “Withdrawals” beside its list. `current`: the address of the page. */
export function collectionTabs(current?: string): ListTab[] {
  return [
    { label: 'Batches', href: routes.batches, isCurrent: current === routes.batches },
    { label: 'Templates', href: routes.templates, isCurrent: current === routes.templates },
    { label: 'Planned', href: routes.planned, isCurrent: current === routes.planned },
  ];
}

/** Lists the tabs of a page beside the list of withdrawals. */
export function withdrawalTabs(current: string): ListTab[] {
  return [
    { label: 'All', href: routes.withdrawals, isCurrent: false },
    { label: 'Mine', href: `${routes.withdrawals}?of=mine`, isCurrent: false },
    ...collectionTabs(current),
  ];
}

/** Shows links to several lists, each with its own address. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          href={tab.href}
          {...(tab.onOpen && { onClick: (event: MouseEvent) => openHere(event, tab) })}
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
  onOpen?.();
}
