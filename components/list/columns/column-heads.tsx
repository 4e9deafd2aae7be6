'use client';

import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { DragEvent } from 'react';
import { type ColumnSettings, moveColumn } from '@/components/list/columns/column-settings';
import type { createColumnLooks } from '@/components/list/row-style';

/** A heading of a list. */
export interface ColumnHead<Id extends string> {
  id: Id;
  title: string;
  /** The classes of its cell, such as `t-cell` and the place in a card (rows.css). */
  className: string;
  isRight?: boolean;
  /** True if a click sorts the list by this column. */
  canSort?: boolean;
}

/** The order of a list: by a column, `descending` unless `isAscending`. */
export interface ListOrder {
  sort: string;
  isAscending: boolean;
}

interface ColumnHeadsProps<Id extends string> {
  heads: readonly ColumnHead<Id>[];
  order: ListOrder;
  onSort: (sort: Id, isAscending: boolean) => void;
  /** Moves a column to an index; left out if columns stay where they are. */
  onMove?: (id: Id, to: number) => void;
}

interface ChosenHeadsProps<Id extends string> {
  /** The columns that are shown, and those that are chosen where some have no room now. */
  columns: readonly Id[];
  chosen?: readonly Id[];
  settings: ColumnSettings<Id>;
  looks: Pick<ReturnType<typeof createColumnLooks<Id>>, 'headLooks'>;
  titleOf: (id: Id) => string;
  /** The columns by which the list can be sorted. */
  sorts: readonly string[];
  order: ListOrder;
  onSort: (sort: Id, isAscending: boolean) => void;
}

/** The headings of the columns that are chosen in this browser. */
export function ChosenHeads<Id extends string>(props: ChosenHeadsProps<Id>) {
  const { columns, chosen = columns, settings, looks, titleOf, sorts, order, onSort } = props;
  return (
    <ColumnHeads
      heads={columns.map((id) => ({ id, title: titleOf(id), ...looks.headLooks(id), canSort: sorts.includes(id) }))}
      order={order}
      onSort={onSort}
      onMove={(id, to) => settings.save(moveColumn(chosen, id, placeAmong(chosen, columns, to)))}
    />
  );
}

/** Gives the place among the chosen columns of a place among the shown ones. */
function placeAmong<Id extends string>(chosen: readonly Id[], shown: readonly Id[], to: number): number {
  const there = shown[to];
  return there === undefined ? chosen.length : chosen.indexOf(there);
}

const DRAGGED = 'application/x-countersign-column';

/** The headings of the columns: a click sorts, and dragging moves a column. */
export function ColumnHeads<Id extends string>({ heads, order, onSort, onMove }: ColumnHeadsProps<Id>) {
  const drop = (event: DragEvent, to: number) => {
    const moved = heads.find(({ id }) => id === event.dataTransfer.getData(DRAGGED));
    if (!moved) return;
    event.preventDefault();
    onMove?.(moved.id, to);
  };
  return heads.map(({ id, title, className, isRight = false, canSort }, index) => (
    // Dragging is a shortcut; the Columns menu moves columns by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus
    <div
      key={id}
      role="columnheader"
      aria-sort={order.sort === id ? (order.isAscending ? 'ascending' : 'descending') : undefined}
      className={clsx(className, onMove && 'cursor-grab select-none')}
      draggable={onMove !== undefined}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, id)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => drop(event, index)}
    >
      {canSort ? <SortButton id={id} title={title} isRight={isRight} order={order} onSort={onSort} /> : title}
    </div>
  ));
}

interface SortButtonProps<Id extends string> {
  id: Id;
  title: string;
  isRight: boolean;
  order: ListOrder;
  onSort: (sort: Id, isAscending: boolean) => void;
}

function SortButton<Id extends string>({ id, title, isRight, order, onSort }: SortButtonProps<Id>) {
  const isSorted = order.sort === id;
  const Arrow = order.isAscending ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@min-[800px]/list:hidden">{title}</span>
      <button
        type="button"
        onClick={() => onSort(id, isSorted && !order.isAscending)}
        className={clsx(
          'inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink @max-[800px]/list:hidden',
          isRight ? '-mr-1 flex-row-reverse' : '-ml-1',
          isSorted && 'font-medium text-ink',
        )}
      >
        {title}
        {isSorted && <Arrow aria-hidden className="size-3" />}
      </button>
    </>
  );
}
