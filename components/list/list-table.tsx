'use client';

import { type CSSProperties, type ReactNode, type RefObject, useRef } from 'react';
import { HEAD_ROW, type ListColumns, ROWS } from '@/components/list/row-style';
import type { RowRange } from '@/components/list/use-live-list';

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
  rowsRef: RefObject<HTMLDivElement | null>;
}

/** The visible rows. For assistive technology, one table of which only some rows are present at a time. */
export function ListTable({ label, columns, heads, count, hasMore, range, renderRow, rowsRef }: ListTableProps) {
  const head = useRef<HTMLDivElement>(null);
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
        ref={head}
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
          if (head.current) head.current.scrollLeft = currentTarget.scrollLeft;
        }}
      >
        <div
          ref={rowsRef}
          role="rowgroup"
          className={ROWS}
          style={{ height: `calc(var(--row) * ${count})`, paddingTop: `calc(var(--row) * ${range.start})` }}
        >
          {Array.from({ length: range.end - range.start }, (_, offset) => renderRow(range.start + offset))}
        </div>
      </div>
    </div>
  );
}
