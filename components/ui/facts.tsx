import { Children, type ReactNode } from 'react';

/**
 * Renders a list of names and values, such as the members of a record. Both columns have a fixed share of the width and
 * break any text, so that no name and no value, however long, reshapes another.
 */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-2 text-body sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
      {children}
    </dl>
  );
}

/** Renders one name and its value, or nothing if there is no value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <>
      <dt className="min-w-0 text-dim [overflow-wrap:anywhere] max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
