import { clsx } from 'clsx';
import type { ReactNode } from 'react';

// `action-bar` is named in globals.css, which keeps what has the focus, and short messages, above it.
const FOOT =
  'action-bar z-20 print:hidden max-lg:sticky max-lg:bottom-0 max-lg:border-t max-lg:border-line max-lg:bg-panel ' +
  'max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-[0_-2px_8px_rgb(0_0_0/0.08)] ' +
  // As wide as the window, whatever the page leaves free at its sides.
  'max-md:-mx-4 max-md:px-4 md:max-lg:-mx-6 md:max-lg:px-6';

const LOOKS = {
  bar: 'lg:sticky lg:bottom-0 lg:border-t lg:border-line lg:bg-page lg:py-3',
  panel: 'lg:rounded-panel lg:border lg:border-line lg:bg-panel lg:p-4',
  plain: '',
} as const;

/**
 * Renders the actions on what is above, the primary one first. Below 1024 px, and everywhere with `isSticky`, the bar
 * stays at the bottom of the window as long as its parent is in sight, so it is the last of its parent. From there on
 * another is a panel, or `plain` where it is part of one. `className`: its place among what is beside it.
 */
export function ActionBar({
  title,
  children,
  look = 'panel',
  isSticky = false,
  className,
}: {
  title?: string;
  children: ReactNode;
  look?: 'panel' | 'plain';
  isSticky?: boolean;
  className?: string;
}) {
  const Element = title === undefined ? 'div' : 'section';
  return (
    <Element
      {...(title !== undefined && { 'aria-label': title })}
      className={clsx(FOOT, LOOKS[isSticky ? 'bar' : look], className)}
    >
      {title !== undefined && <h2 className="mb-2 text-heading font-semibold max-lg:sr-only">{title}</h2>}
      {children}
    </Element>
  );
}
