'use client';

import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type DragEvent, memo, type Ref } from 'react';
import { headClass, isRightAligned } from '@/app/(console)/transfers/_columns/column-cells';
import { saveColumns, moveColumn } from '@/app/(console)/transfers/_columns/column-settings';
import { HEAD_ROW } from '@/app/(console)/transfers/_list/row-style';
import { columnTitle, type TransferColumnId } from '@/lib/transfers/columns';
import { type Range, RANGES, type TransferQuery } from '@/lib/transfers/query';

interface TableHeadProps {
  ref: Ref<HTMLDivElement>;
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onSort: (query: TransferQuery) => void;
}

const DRAGGED = 'application/x-countersign-column';

/** The column headings: a click sorts, and dragging moves a column. */
export const TableHead = memo(function TableHead({ ref, columns, query, onSort }: TableHeadProps) {
  const drop = (event: DragEvent, to: number) => {
    const moved = columns.find((id) => id === event.dataTransfer.getData(DRAGGED));
    if (!moved) return;
    event.preventDefault();
    saveColumns(moveColumn(columns, moved, to));
  };
  return (
    <div
      ref={ref}
      role="rowgroup"
      className="sticky top-(--header-height) z-20 overflow-x-hidden rounded-t-panel bg-panel @max-[800px]/list:sr-only"
    >
      <div role="row" aria-rowindex={1} className={HEAD_ROW}>
        {columns.map((id, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus -- dragging is a shortcut; the Columns menu moves columns by keyboard
          <div
            key={id}
            role="columnheader"
            aria-sort={query.sort === id ? (query.isAscending ? 'ascending' : 'descending') : undefined}
            className={clsx(headClass(id), 'cursor-grab select-none')}
            draggable
            onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, id)}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
            }}
            onDrop={(event) => drop(event, index)}
          >
            {(RANGES as readonly string[]).includes(id) ? (
              <SortButton sort={id as Range} isRight={isRightAligned(id)} query={query} onSort={onSort} />
            ) : (
              columnTitle(id)
            )}
          </div>
        ))}
      </div>
    </div>
  );
});

function SortButton({
  sort,
  isRight,
  query,
  onSort,
}: { sort: Range; isRight: boolean } & Pick<TableHeadProps, 'query' | 'onSort'>) {
  const isSorted = query.sort === sort;
  const Arrow = query.isAscending ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@min-[800px]/list:hidden">{columnTitle(sort)}</span>
      <button
        type="button"
        onClick={() => onSort({ ...query, sort, isAscending: isSorted && !query.isAscending })}
        className={clsx(
          'inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink @max-[800px]/list:hidden',
          isRight ? '-mr-1 flex-row-reverse' : '-ml-1',
          isSorted && 'font-medium text-ink',
        )}
      >
        {columnTitle(sort)}
        {isSorted && <Arrow aria-hidden className="size-3" />}
      </button>
    </>
  );
}
