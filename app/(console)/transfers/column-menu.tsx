'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { chooseColumns, FIXED_COLUMN, moveColumn, USUAL_COLUMNS } from '@/app/(console)/transfers/column-settings';
import { FILTER_NAMES } from '@/app/(console)/transfers/filter-words';
import type { AddressChange } from '@/app/(console)/transfers/list-address';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfer-columns';
import { type Range, RANGES, type TransferQuery } from '@/lib/transfer-query';

interface ColumnMenuProps {
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onAsk: (query: TransferQuery, how: AddressChange) => void;
}

const ORDERS = { false: 'newest or largest first', true: 'oldest or smallest first' };
const MOVE = 'inline-flex size-7 items-center justify-center rounded text-dim hover:bg-soft hover:text-ink disabled:opacity-30';

/** Which columns there are and in which order, and what the rows are sorted by. */
export default function ColumnMenu({ columns, query, onAsk }: ColumnMenuProps) {
  const others = TRANSFER_COLUMNS.filter(({ id }) => !columns.includes(id));
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
      <ul aria-label="Columns in their order">
        {columns.map((id, index) => (
          <li key={id} className="flex items-center gap-1">
            <Check id={id} isChosen onChange={() => chooseColumns(columns.filter((other) => other !== id))} />
            <button
              type="button"
              aria-label={`Move ${titleOf(id)} up`}
              disabled={index === 0}
              onClick={() => chooseColumns(moveColumn(columns, id, index - 1))}
              className={MOVE}
            >
              <ArrowUp aria-hidden className="size-3.5" />
            </button>
            <button
              type="button"
              aria-label={`Move ${titleOf(id)} down`}
              disabled={index === columns.length - 1}
              onClick={() => chooseColumns(moveColumn(columns, id, index + 1))}
              className={MOVE}
            >
              <ArrowDown aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <ul aria-label="Columns not shown" className="mt-1 border-t border-line pt-1">
        {others.map(({ id }) => (
          <li key={id}>
            <Check id={id} isChosen={false} onChange={() => chooseColumns([...columns, id])} />
          </li>
        ))}
      </ul>
      <Button look="quiet" className="mt-2 -ml-2 min-h-8 px-2 text-xs" onClick={() => chooseColumns(USUAL_COLUMNS)}>
        As usual
      </Button>
      <p className="mt-1 text-xs text-dim">The heads of the columns can be dragged, too. A narrow list shows the usual ones.</p>
    </div>
  );
}

function Check({ id, isChosen, onChange }: { id: TransferColumnId; isChosen: boolean; onChange: () => void }) {
  return (
    <label className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 rounded px-1 hover:bg-soft">
      <input type="checkbox" checked={isChosen} disabled={id === FIXED_COLUMN} onChange={onChange} className="size-4 accent-accent" />
      {titleOf(id)}
    </label>
  );
}

function titleOf(id: TransferColumnId): string {
  return TRANSFER_COLUMNS.find((column) => column.id === id)?.title ?? id;
}
