import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * Places what is acted on at the left, its checks (`aside`) at the right, and what follows both (`after`), such as an
 * `ActionBar`, at the left again. On a phone these are below each other in the order of the page, and a bar in `after`
 * stays in sight from the beginning.
 */
export function Columns({
  children,
  aside,
  after,
  isAsideSticky = false,
}: {
  children: ReactNode;
  aside: ReactNode;
  after?: ReactNode;
  isAsideSticky?: boolean;
}) {
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr] lg:items-start">
      <div className="min-w-0 space-y-4">{children}</div>
      <div
        className={clsx(
          'min-w-0 space-y-4 empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1',
          // Its end is not beneath a bar at the foot of the window.
          isAsideSticky && 'lg:sticky lg:top-20 lg:pb-24',
        )}
      >
        {aside}
      </div>
      {/* A bar sticks within its parent, which on a phone has to be the whole. */}
      <div className="max-lg:contents lg:col-start-1 lg:min-w-0 lg:space-y-4">{after}</div>
    </div>
  );
}
