'use client';

import { type CSSProperties, Fragment, type ReactNode, type RefObject, useRef } from 'react';
import { HEAD_ROW, type ListColumns, ROWS } from '@/components/list/row-style';
import type { RowRange } from '@/components/list/list-pages';

interface ListTableProps {
  label: string;
  columns: ListColumns;
  /** The headings: an element with `role="columnheader"` for each column. */
  heads: ReactNode;
  /** The number of rows. */
  count: number;
  hasMore: boolean;
  /** The rows to draw; the others are empty space. */
  range: RowRange;
  renderRow: (index: number) => ReactNode;
  /** Gives the heading above a row. */
  headOf: (index: number) => string | undefined;
  /** The height of all rows, and of those above the drawn ones (px); undefined before they are measured. */
  size: { all: number; above: number } | undefined;
  /** True if the rows are those of another query: nobody may take them for an answer. */
  isStale: boolean;
  rowsRef: RefObject<HTMLDivElement | null>;
}

/** The visible rows. For assistive technology, one table of which only some rows are present at a time. */
export function ListTable({
  label,
  columns,
  heads,
  count,
  hasMore,
  range,
  renderRow,
  headOf,
  size,
  isStale,
  rowsRef,
}: ListTableProps) {
  const headings = useRef<HTMLDivElement>(null);
  const style = { '--columns': columns.template, '--columns-min': `${columns.minWidth}rem` } as CSSProperties;
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : count + 1}
      aria-colcount={columns.count}
      className="text-body"
      style={style}
    >
      <div
        ref={headings}
        role="rowgroup"
        className="sticky top-(--header-height) z-20 overflow-x-hidden rounded-t-panel bg-panel @max-[800px]/list:sr-only"
      >
        <div role="row" aria-rowindex={1} className={HEAD_ROW}>
          {heads}
        </div>
      </div>
      <div
        className="overflow-x-auto overflow-y-hidden"
        onScroll={({ currentTarget }) => {
          if (headings.current) headings.current.scrollLeft = currentTarget.scrollLeft;
        }}
      >
        <div
          ref={rowsRef}
          role="rowgroup"
          className={ROWS}
          inert={isStale}
          aria-hidden={isStale || undefined}
          style={size && { height: size.all, paddingTop: size.above }}
        >
          {Array.from({ length: range.end - range.start }, (_, offset) => {
            const index = range.start + offset;
            const head = headOf(index);
            return head === undefined ? (
              renderRow(index)
            ) : (
              <Fragment key={head}>
                <div role="row" className="t-day">
                  <div role="cell" aria-colspan={columns.count} suppressHydrationWarning>
                    {head}
                  </div>
                </div>
                {renderRow(index)}
              </Fragment>
            );
          })}
        </div>
      </div>
    </div>
  );
}
