'use client';

import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { pagesFor } from '@/components/shell/console-pages';
import { useWaiting } from '@/components/shell/session-watch';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import type { Role } from '@/lib/identity/roles';

/** Renders links to the pages that these roles can use and marks the current one. */
export function ConsoleNav({ roles, onNavigate }: { roles: readonly Role[]; onNavigate?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Console">
      <ul className="space-y-0.5">
        {pagesFor(roles).map(({ href, label, Icon }) => {
          const current = pathname === href ? 'page' : href !== '/' && pathname.startsWith(`${href}/`);
          return (
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
          );
        })}
      </ul>
    </nav>
  );
}

/** Shows how many things wait for the reader. It stands beside the link, whose name stays the page's name. */
function WaitingCount() {
  const { count } = useWaiting();
  if (count === 0) return null;
  return (
    <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center">
      <span className="rounded-full bg-accent px-1.5 text-xs font-medium text-accent-ink">
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        <span className="sr-only"> waiting for you</span>
      </span>
    </span>
  );
}

const MAX_SHOWN = 999;
