'use client';

import { clsx } from 'clsx';
import type { Ref } from 'react';
import { cellClass, COLUMNS, ROW, ROW_HEIGHT } from '@/app/(console)/transfers/columns';
import { TransferLine } from '@/app/(console)/transfers/transfer-line';
import { UnreadableLine } from '@/app/(console)/transfers/unreadable-line';
import type { Walk } from '@/app/(console)/transfers/walk';

interface TransferTableProps {
  walk: Walk;
  /** Which rows are drawn; the space of the others is kept. */
  drawn: readonly { index: number }[];
  rowsRef: Ref<HTMLDivElement>;
  openId: string | undefined;
  onOpen: (index: number) => void;
}

/** The rows in sight. To assistive technology it is one table, of which only some rows are there at a time. */
export function TransferTable({ walk: { rows, end }, drawn, rowsRef, openId, onOpen }: TransferTableProps) {
  return (
    <div role="table" aria-label="Transfers" aria-rowcount={end === 'complete' ? rows.length + 1 : -1} aria-colcount={COLUMNS.length} className="text-[13px]">
      <TableHead />
      <div
        ref={rowsRef}
        role="rowgroup"
        className={clsx('[overflow-anchor:none]', ROW_HEIGHT)}
        style={{ height: `calc(var(--row) * ${rows.length})`, paddingTop: `calc(var(--row) * ${drawn[0]?.index ?? 0})` }}
      >
        {drawn.map(({ index }) => {
          const row = rows[index];
          if (!row) return null;
          const { key, item } = row;
          if (item.id === null) return <UnreadableLine key={key} item={item} index={index} />;
          return <TransferLine key={key} transfer={item} index={index} isOpen={item.id === openId} onOpen={onOpen} />;
        })}
      </div>
    </div>
  );
}

function TableHead() {
  return (
    <div role="rowgroup" className="sticky top-(--frame-top) z-20 @max-[640px]/list:sr-only">
      <div role="row" aria-rowindex={1} className={clsx(ROW, 'rounded-t-panel bg-panel text-xs text-dim [--row:36px]')}>
        {COLUMNS.map((column) => (
          <div key={column} role="columnheader" className={cellClass(column)}>
            {column}
          </div>
        ))}
      </div>
    </div>
  );
}
