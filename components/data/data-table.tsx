import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface DataTableProps {
  label: string;
  /** Titles of the columns; numbers are aligned on the right, and a phone leaves out the extra ones. */
  columns: readonly { title: string; isNumber?: boolean; isExtra?: boolean }[];
  /** True for a table among small text. */
  isSmall?: boolean;
  /** Rows of `TextCell` and `NumberCell`, in a `tbody` of their own where they are in groups. */
  children: ReactNode;
}

const CELL = 'py-1.5 not-last:pr-4 align-top';
const SCROLLED = 'relative overflow-x-auto print:overflow-visible';
const EXTRA = 'max-sm:hidden';
const NUMBER = 'text-right whitespace-nowrap tabular-nums';

/** A table of facts: one line a row, scrolled within itself where it is wider than the page. */
export function DataTable({ label, columns, isSmall = false, children }: DataTableProps) {
  return (
    // Scrolled by keyboard (WCAG 2.1.1). `relative` clips the words for screen readers, which would widen the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={`${label}, scrollable`} tabIndex={0} className={SCROLLED}>
      <table aria-label={label} className={clsx('w-full text-left', isSmall ? 'text-label' : 'text-body')}>
        <thead className="text-label text-dim">
          <tr>
            {columns.map(({ title, isNumber = false, isExtra = false }) => (
              <th
                key={title}
                scope="col"
                className={clsx(CELL, 'font-normal whitespace-nowrap', isNumber && 'text-right', isExtra && EXTRA)}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

interface CellProps {
  children: ReactNode;
  /** What the value is based on, shown by the pointer. */
  title?: string | undefined;
  className?: string;
}

/** A cell of a number, which never breaks; `isExtra`: of an extra column. */
export function NumberCell({ children, title, className, isExtra = false }: CellProps & { isExtra?: boolean }) {
  return (
    <td title={title} className={clsx(CELL, NUMBER, isExtra && EXTRA, className)}>
      {children}
    </td>
  );
}

/** A cell of words; `isRowTitle`: it names its row; `isExtra`: of an extra column. */
export function TextCell({
  children,
  title,
  className,
  isRowTitle = false,
  isExtra = false,
}: CellProps & { isRowTitle?: boolean; isExtra?: boolean }) {
  const look = clsx(
    CELL,
    'font-normal',
    // A title is words, which stay whole; a text may be one long word.
    isRowTitle ? 'wrap-break-word' : 'min-w-36 [overflow-wrap:anywhere]',
    isExtra && EXTRA,
    className,
  );
  return isRowTitle ? (
    <th scope="row" title={title} className={look}>
      {children}
    </th>
  ) : (
    <td title={title} className={look}>
      {children}
    </td>
  );
}
