import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

/** Renders a titled section of a page. */
export function Panel({
  title,
  aside,
  children,
  className,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={clsx('rounded-panel border border-line bg-panel p-4', className)} aria-label={title}>
      {title !== undefined && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h2 className="text-heading font-semibold">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

interface PageTitleProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The heading, for a page that gives it the focus; `describedBy` is read with it. */
  headingRef?: Ref<HTMLHeadingElement>;
  describedBy?: string | undefined;
}

/** Renders a page's heading and its actions. */
export function PageTitle({ title, subtitle, actions, headingRef, describedBy }: PageTitleProps) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          aria-describedby={describedBy}
          className="text-title font-semibold tracking-tight text-balance"
        >
          {title}
        </h1>
        {subtitle !== undefined && <div className="mt-0.5 text-body text-dim">{subtitle}</div>}
      </div>
      {actions !== undefined && (
        <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden print:hidden">{actions}</div>
      )}
    </div>
  );
}

interface PageSectionProps {
  title: string;
  /** How many things the section lists, such as "12" or "100+"; part of its name. */
  count?: number | string;
  /** A few words about what the section shows. */
  hint?: ReactNode;
  /** What one can do about the whole section, beside the heading. */
  aside?: ReactNode;
  /** An empty section is left out. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** Renders a section of a page that is made of several: one heading, one count; nothing where there is nothing. */
export function PageSection({ title, count, hint, aside, isEmpty = false, children }: PageSectionProps) {
  if (isEmpty) return null;
  const name = count === undefined ? title : `${title} (${count})`;
  return (
    <section aria-label={name}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-heading font-semibold">
          {name}
          {Boolean(hint) && <span className="ml-2 text-body font-normal text-dim">{hint}</span>}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
