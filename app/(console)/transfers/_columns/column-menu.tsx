'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import {
  saveColumns,
  FIXED_COLUMN,
  moveColumn,
  DEFAULT_COLUMNS,
} from '@/app/(console)/transfers/_columns/column-settings';
import { describeOrder } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { COLUMN_GROUPS, columnTitle, TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import { type Range, RANGES, type TransferQuery } from '@/lib/transfers/query';

interface ColumnMenuProps {
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The menu of columns: which are shown, their order, and the sort order of the rows. */
export default function ColumnMenu({ columns, query, onChangeQuery }: ColumnMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const lastUsed = useRef<string>(undefined);
  // A moved control loses the focus, so it is focused again.
  useLayoutEffect(() => {
    if (lastUsed.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-control="${lastUsed.current}"]`)?.focus();
    lastUsed.current = undefined;
  });
  const change = (control: string, next: readonly TransferColumnId[]) => {
    lastUsed.current = control;
    saveColumns(next);
  };
  const fits = (title: string) => title.toLowerCase().includes(typed.trim().toLowerCase());
  const others = TRANSFER_COLUMNS.filter((column) => !columns.includes(column.id) && fits(column.title));
  const groups = COLUMN_GROUPS.map((group) => ({
    group,
    ids: others.filter((column) => column.group === group).map((column) => column.id),
  })).filter(({ ids }) => ids.length > 0);
  return (
    <div ref={list} className="text-body">
      <SortSelect query={query} onChangeQuery={onChangeQuery} />
      <ul aria-label="Columns in their order">
        {columns.map((column, index) => (
          <ColumnItem key={column} id={column} index={index} columns={columns} onChange={change} />
        ))}
      </ul>
      <input
        type="search"
        aria-label="Search columns"
        placeholder="Search columns"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${CONTROL} my-2`}
      />
      {groups.map(({ group, ids }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className="mt-1.5 px-1 text-label text-dim">
            {group}
          </p>
          <ul>
            {ids.map((column) => (
              <ColumnItem key={column} id={column} index={columns.length} columns={columns} onChange={change} />
            ))}
          </ul>
        </div>
      ))}
      <p role="status" className="px-1 text-dim empty:hidden">
        {groups.length === 0 && typed !== '' && 'No matching columns to add.'}
      </p>
      <Button look="quiet" className="mt-2 -ml-2 min-h-8 px-2 text-label" onClick={() => saveColumns(DEFAULT_COLUMNS)}>
        Restore defaults
      </Button>
      <p className="mt-1 text-label text-dim">
        You can also drag the column headings. Of the columns that you choose, a narrow list shows only Reference,
        Amount, Created, Network and Status.
      </p>
    </div>
  );
}

function SortSelect({ query, onChangeQuery }: Omit<ColumnMenuProps, 'columns'>) {
  return (
    <label className="mb-3 block">
      <span className="mb-1 block text-label text-dim">Sort by</span>
      <select
        value={`${query.sort} ${query.isAscending}`}
        onChange={({ target }) => {
          const [sort, isAscending] = target.value.split(' ');
          onChangeQuery({ ...query, sort: sort as Range, isAscending: isAscending === 'true' }, 'push');
        }}
        className={CONTROL}
      >
        {RANGES.flatMap((sort) =>
          (['false', 'true'] as const).map((isAscending) => (
            <option key={`${sort} ${isAscending}`} value={`${sort} ${isAscending}`}>
              {describeOrder(sort, isAscending === 'true')}
            </option>
          )),
        )}
      </select>
    </label>
  );
}

interface ColumnItemProps {
  id: TransferColumnId;
  /** The index among the shown columns; their number for a hidden one. */
  index: number;
  columns: readonly TransferColumnId[];
  /** Saves the columns; `control` is focused again afterwards. */
  onChange: (control: string, columns: readonly TransferColumnId[]) => void;
}

function ColumnItem({ id, index, columns, onChange }: ColumnItemProps) {
  return (
    <li className="flex items-center gap-1">
      <label className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 rounded px-1 hover:bg-soft">
        <input
          type="checkbox"
          data-control={`${id} shown`}
          checked={index < columns.length}
          disabled={id === FIXED_COLUMN}
          onChange={({ target }) =>
            onChange(`${id} shown`, target.checked ? [...columns, id] : columns.filter((other) => other !== id))
          }
          className="size-4 accent-accent"
        />
        {columnTitle(id)}
      </label>
      {index < columns.length && (
        <>
          <MoveButton
            id={id}
            way="up"
            isDisabled={index === 0}
            onMove={(control) => onChange(control, moveColumn(columns, id, index - 1))}
          />
          <MoveButton
            id={id}
            way="down"
            isDisabled={index === columns.length - 1}
            onMove={(control) => onChange(control, moveColumn(columns, id, index + 1))}
          />
        </>
      )}
    </li>
  );
}

function MoveButton({
  id,
  way,
  isDisabled,
  onMove,
}: {
  id: TransferColumnId;
  way: 'up' | 'down';
  isDisabled: boolean;
  onMove: (control: string) => void;
}) {
  const Arrow = way === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      data-control={`${id} ${way}`}
      aria-label={`Move ${columnTitle(id)} ${way}`}
      // aria-disabled rather than disabled, so that the button keeps the focus at the end of the list.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onMove(`${id} ${way}`)}
      className="inline-flex size-7 items-center justify-center rounded text-dim hover:bg-soft hover:text-ink aria-disabled:opacity-30"
    >
      <Arrow aria-hidden className="size-3.5" />
    </button>
  );
}
