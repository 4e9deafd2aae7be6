'use client';

import { type CSSProperties, type RefObject, useRef } from 'react';
import { gridOf } from '@/app/(console)/transfers/_columns/column-cells';
import { ROWS } from '@/app/(console)/transfers/_list/row-style';
import { TableHead } from '@/app/(console)/transfers/_list/table-head';
import type { ListState } from '@/app/(console)/transfers/_list/transfer-list';
import { TransferListRow } from '@/app/(console)/transfers/_list/transfer-row';
import type { RowRange } from '@/app/(console)/transfers/_list/use-visible-rows';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import type { TransferColumnId } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';

interface TransferTableProps {
  state: ListState;
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  /** The rows to draw; the others are empty space. */
  range: RowRange;
  rowsRef: RefObject<HTMLDivElement | null>;
  openId: string | undefined;
  /** The IDs of transfers that were opened in this browser. */
  opened: ReadonlySet<string>;
  onOpen: (index: number) => void;
  onSort: (query: TransferQuery) => void;
}

/** The visible rows. For assistive technology, one table of which only some rows are present at a time. */
export function TransferTable({
  state: { items, next },
  query,
  columns,
  range,
  rowsRef,
  openId,
  opened,
  onOpen,
  onSort,
}: TransferTableProps) {
  const { template, minWidth } = gridOf(columns);
  const isInBrowser = useIsInBrowser();
  const head = useRef<HTMLDivElement>(null);
  const style = { '--columns': template, '--columns-min': `${minWidth}rem` } as CSSProperties;
  return (
    <div
      role="table"
      aria-label="Transfers"
      aria-rowcount={next === null ? items.length + 1 : -1}
      aria-colcount={columns.length}
      className="text-[13px]"
      style={style}
    >
      <TableHead ref={head} columns={columns} query={query} onSort={onSort} />
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
          style={{ height: `calc(var(--row) * ${items.length})`, paddingTop: `calc(var(--row) * ${range.start})` }}
        >
          {items.slice(range.start, range.end).map((item, offset) => {
            const index = range.start + offset;
            return (
              <TransferListRow
                key={item.id}
                transfer={item}
                index={index}
                columns={columns}
                q={query.q}
                isInBrowser={isInBrowser}
                isOpen={item.id === openId}
                wasOpened={opened.has(item.id)}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
