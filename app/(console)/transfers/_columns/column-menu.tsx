'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import {
  chooseColumns,
  FIXED_COLUMN,
  moveColumn,
  USUAL_COLUMNS,
} from '@/app/(console)/transfers/_columns/column-settings';
import { FILTER_NAMES } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/app/(console)/transfers/_list/list-address';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import { type Range, RANGES, type TransferQuery } from '@/lib/transfers/query';

interface ColumnMenuProps {
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onAsk: (query: TransferQuery, how: AddressChange) => void;
}

const ORDERS = { false: 'newest or largest first', true: 'oldest or smallest first' };

/** Which columns there are and in which order, and what the rows are sorted by. */
export default function ColumnMenu({ columns, query, onAsk }: ColumnMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  const lastUsed = useRef<string>(undefined);
  // What moves loses the focus, which goes along.
  useLayoutEffect(() => {
    if (lastUsed.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-control="${lastUsed.current}"]`)?.focus();
    lastUsed.current = undefined;
  });
  const change = (control: string, next: readonly TransferColumnId[]) => {
    lastUsed.current = control;
    chooseColumns(next);
  };
  const others = TRANSFER_COLUMNS.map(({ id }) => id).filter((id) => !columns.includes(id));
  return (
    <div className="text-sm">
      <label className="mb-3 block">
        <span className="mb-1 block text-xs text-dim">Sort by</span>
        <select
          value={`${query.sort} ${query.isAscending}`}
          onChange={({ target }) => {
            const [sort, isAscending] = target.value.split(' ');
            onAsk({ ...query, sort: sort as Range, isAscending: isAscending === 'true' }, 'step');
          }}
          className={CONTROL}
        >
          {RANGES.flatMap((sort) =>
            (['false', 'true'] as const).map((isAscending) => (
              <option key={`${sort} ${isAscending}`} value={`${sort} ${isAscending}`}>
                {FILTER_NAMES[sort]}, {ORDERS[isAscending]}
              </option>
            )),
          )}
        </select>
      </label>
      <ul ref={list} aria-label="Columns in their order">
        {[...columns, ...others].map((id, index) => (
          <li key={id} className="flex items-center gap-1">
            <label className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 rounded px-1 hover:bg-soft">
              <input
                type="checkbox"
                data-control={`${id} shown`}
                checked={index < columns.length}
                disabled={id === FIXED_COLUMN}
                onChange={({ target }) =>
                  change(`${id} shown`, target.checked ? [...columns, id] : columns.filter((other) => other !== id))
                }
                className="size-4 accent-accent"
              />
              {titleOf(id)}
            </label>
            {index < columns.length && (
              <>
                <MoveButton
                  id={id}
                  way="up"
                  isOff={index === 0}
                  onMove={(control) => change(control, moveColumn(columns, id, index - 1))}
                />
                <MoveButton
                  id={id}
                  way="down"
                  isOff={index === columns.length - 1}
                  onMove={(control) => change(control, moveColumn(columns, id, index + 1))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <Button look="quiet" className="mt-2 -ml-2 min-h-8 px-2 text-xs" onClick={() => chooseColumns(USUAL_COLUMNS)}>
        As usual
      </Button>
      <p className="mt-1 text-xs text-dim">
        The heads of the columns can be dragged, too. A narrow list shows the usual ones.
      </p>
    </div>
  );
}

function MoveButton({
  id,
  way,
  isOff,
  onMove,
}: {
  id: TransferColumnId;
  way: 'up' | 'down';
  isOff: boolean;
  onMove: (control: string) => void;
}) {
  const Arrow = way === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      data-control={`${id} ${way}`}
      aria-label={`Move ${titleOf(id)} ${way}`}
      // Off in looks alone, so that a key held down does not lose its button at the end.
      aria-disabled={isOff}
      onClick={() => !isOff && onMove(`${id} ${way}`)}
      className="inline-flex size-7 items-center justify-center rounded text-dim hover:bg-soft hover:text-ink aria-disabled:opacity-30"
    >
      <Arrow aria-hidden className="size-3.5" />
    </button>
  );
}

function titleOf(id: TransferColumnId): string {
  return TRANSFER_COLUMNS.find((column) => column.id === id)?.title ?? id;
}
