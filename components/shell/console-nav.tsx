'use client';

import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { CONSOLE_PAGES, type ConsolePage } from '@/components/shell/console-pages';
import { useWaiting } from '@/components/shell/session-watch';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/**
 * What the server tells the navigation: the addresses of a person's pages, and whether “Administration” is unfolded.
 */
export interface NavPages {
  pages: readonly string[];
  isAdministrationOpen: boolean;
}

/**
 * Renders links to those pages of the navigation whose addresses are in `pages`, and marks the current one. The pages
 * of “Administration” are folded away from those who do not work with them, except on one of them.
 */
export function ConsoleNav({ pages, isAdministrationOpen, onNavigate }: NavPages & { onNavigate?: () => void }) {
  const pathname = usePathname();
  const links = CONSOLE_PAGES.filter(({ href }) => pages.includes(href)).map((page) => ({
    ...page,
    current: currentOf(page.href, pathname),
    onNavigate,
  }));
  const administration = links.filter(({ isAdministration }) => isAdministration);
  const isOpen = isAdministrationOpen || administration.some(({ current }) => current !== false);
  return (
    <nav aria-label="Console">
      <PageLinks links={links.filter(({ isAdministration }) => !isAdministration)} />
      <details className="mt-3" open={isOpen}>
        <summary className="rounded-control px-2.5 py-1.5 text-label text-dim hover:text-ink max-md:py-2.5">
          Administration
        </summary>
        <PageLinks links={administration} />
      </details>
    </nav>
  );
}

function currentOf(href: string, pathname: string): 'page' | boolean {
  if (pathname === href) return 'page';
  return href !== '/' && pathname.startsWith(`${href}/`);
}

interface PageLink extends ConsolePage {
  current: 'page' | boolean;
  onNavigate: (() => void) | undefined;
}

function PageLinks({ links }: { links: readonly PageLink[] }) {
  return (
    <ul className="space-y-0.5">
      {links.map(({ href, label, Icon, current, onNavigate }) => (
        <li key={href} className="relative">
          <Link
            href={href}
            onClick={() => onNavigate?.()}
            aria-current={current}
            className={clsx(
              'flex items-center gap-2.5 rounded-control px-2.5 py-1.5 max-md:py-2.5',
              current ? 'bg-soft font-medium text-ink' : 'text-dim hover:bg-soft hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {label}
          </Link>
          {href === routes.approvals && <WaitingCount />}
        </li>
      ))}
    </ul>
  );
}

/** Shows how many things wait for the reader. It is beside the link, whose name stays the page's name. */
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
