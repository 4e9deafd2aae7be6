import type { ReactNode } from 'react';

interface HomeSectionProps {
  title: string;
  /** How many things the section lists, such as "12" or "100+"; part of its name. */
  count?: number | string;
  /** A sentence about what the section shows. */
  hint?: ReactNode;
  /** What one can do about the whole section, beside the heading. */
  aside?: ReactNode;
  isEmpty?: boolean;
  /** The line that an empty section shows; without one, an empty section is left out. */
  whenEmpty?: string | undefined;
  children: ReactNode;
}

/** Renders a section of the home page: one heading, one count, and one line where there is nothing. */
export function HomeSection({ title, count, hint, aside, isEmpty = false, whenEmpty, children }: HomeSectionProps) {
  if (isEmpty && whenEmpty === undefined) return null;
  const name = count === undefined || (isEmpty && count === 0) ? title : `${title} (${count})`;
  return (
    <section aria-label={name}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 tabIndex={-1} className="text-heading font-semibold outline-none">
            {name}
          </h2>
          {Boolean(hint) && <p className="text-label text-dim">{hint}</p>}
        </div>
        {aside}
      </div>
      {isEmpty ? <p className="text-body text-dim">{whenEmpty}</p> : children}
    </section>
  );
}
