'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { findPlace, type ReaderSection } from '@/components/shell/navigation/find-place';
import { MENU_ITEM, QUIET_MENU_ITEM } from '@/components/shell/menu-item';
import { useWaiting } from '@/components/shell/session-watch';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** Renders links to the sections that the navigation lists, and marks the current one. */
export function ConsoleNav({ sections }: { sections: readonly ReaderSection[] }) {
  const pathname = usePathname();
  // A step through the approvals queue is a part of it, whatever its address.
  const isInQueue = useSearchParams().has('queue');
  const { section: current } = findPlace(sections, isInQueue ? routes.approvals : pathname);
  return (
    <nav aria-label="Console">
      <ul className="space-y-0.5">
        {sections.map((section) => {
          const { label, isListed, hasBadge, pages, tabsAt } = section;
          const { href } = pages[0];
          return (
            // A reader who came by the palette sees where they are.
            (isListed || (section === current && tabsAt !== 'nowhere')) && (
              <li key={label} className="relative">
                <Link
                  href={href}
                  aria-current={section === current && (pathname === href ? 'page' : 'true')}
                  className={section === current ? `${MENU_ITEM} bg-soft font-medium text-ink` : QUIET_MENU_ITEM}
                >
                  {label}
                </Link>
                {hasBadge && <WaitingCount />}
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}

/** Shows how many things wait for the reader. It is beside the link, whose name stays the section's name. */
function WaitingCount() {
  const { count } = useWaiting();
  if (count === 0) return null;
  return (
    <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center">
      <span className="rounded-full bg-accent px-1.5 text-label font-medium text-accent-ink">
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        <span className="sr-only"> waiting for you</span>
      </span>
    </span>
  );
}

const MAX_SHOWN = 999;
