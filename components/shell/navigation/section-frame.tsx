'use client';

import { clsx } from 'clsx';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { breadcrumbsOf, findPlace, type ReaderSection } from '@/components/shell/navigation/find-place';
import { useRenderedPath } from '@/components/shell/navigation/use-rendered-path';
import { Link } from '@/components/ui/link';

interface SectionFrameProps {
  sections: readonly ReaderSection[];
  children: ReactNode;
}

/** Renders a page with the tabs of its section above or beside it, or with the pages above one that is three deep. */
export function SectionFrame({ sections, children }: SectionFrameProps) {
  const pathname = useRenderedPath();
  const isInQueue = useSearchParams().has('queue');
  const { section, page } = findPlace(sections, pathname);
  const hasTabs = section && page && section.pages.length > 1 && section.tabsAt !== 'nowhere';
  const isAside = hasTabs && section.tabsAt === 'side';
  return (
    // One element whatever the frame is, so that a page keeps its state.
    <div className={clsx(isAside && 'gap-x-8 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]')}>
      {hasTabs ? (
        <Tabs section={section} pathname={pathname} />
      ) : (
        <Breadcrumbs crumbs={breadcrumbsOf(sections, pathname, isInQueue)} />
      )}
      <div className="min-w-0">{children}</div>
    </div>
  );
}

// On a phone tabs may go on beyond the edge.
const FADED_EDGE = 'max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-2.5rem),transparent)]';

function Tabs({ section: { label, pages, tabsAt }, pathname }: { section: ReaderSection; pathname: string }) {
  const isAside = tabsAt === 'side';
  return (
    <nav
      aria-label={label}
      className={clsx('relative -mt-3 mb-3 overflow-x-auto border-b border-line print:hidden', FADED_EDGE, {
        'lg:sticky lg:top-[calc(var(--header-height)+1.25rem)] lg:mt-0 lg:self-start lg:border-0': isAside,
      })}
    >
      <ul className={clsx('flex w-max gap-x-5 max-sm:pr-8', isAside && 'lg:w-auto lg:flex-col lg:gap-y-0.5')}>
        {pages.map((tab) => (
          <li key={tab.href} ref={tab.href === pathname ? bringIntoSight : undefined}>
            <Link
              href={tab.href}
              aria-current={tab.href === pathname ? 'page' : undefined}
              className={clsx(
                'block border-b-2 border-transparent py-1.5 whitespace-nowrap text-dim hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink',
                isAside && 'lg:rounded-control lg:border-b-0 lg:px-2.5 lg:hover:bg-soft lg:aria-[current]:bg-soft',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the tabs, and nothing else, to one of them. */
function bringIntoSight(tab: HTMLElement | null) {
  const nav = tab?.closest('nav');
  if (nav && tab) nav.scrollLeft = tab.offsetLeft + tab.offsetWidth - nav.clientWidth / 2;
}

function Breadcrumbs({ crumbs }: { crumbs: ReturnType<typeof breadcrumbsOf> }) {
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="-mt-2 mb-2 text-label text-dim print:hidden">
      <ol className="flex flex-wrap">
        {crumbs.map(({ href, label }) => (
          <li key={href} className="not-last:after:px-1.5 not-last:after:content-['›'_/_'']">
            <Link href={href} className="inline-block py-1 hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
