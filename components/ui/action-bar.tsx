import { clsx } from 'clsx';
import type { ReactNode } from 'react';

// `action-bar` is named in globals.css, which keeps what has the focus above it.
const BAR =
  'action-bar bottom-0 z-20 rounded-panel border border-line bg-panel p-4 max-md:sticky max-md:-mx-4 ' +
  'max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:pt-3 ' +
  'max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:shadow-[0_-2px_8px_rgb(0_0_0/0.08)] print:hidden';

/**
 * Renders the actions on what is above, the primary one first. On a phone, and everywhere with `isSticky`, the bar
 * stays at the bottom of the window as long as its parent is in sight.
 */
export function ActionBar({
  title,
  children,
  isSticky = false,
}: {
  title?: string;
  children: ReactNode;
  isSticky?: boolean;
}) {
  const Element = title === undefined ? 'div' : 'section';
  return (
    <Element {...(title !== undefined && { 'aria-label': title })} className={clsx(BAR, isSticky && 'md:sticky')}>
      {title !== undefined && <h2 className="mb-2 text-heading font-semibold max-md:sr-only">{title}</h2>}
      {children}
    </Element>
  );
}
