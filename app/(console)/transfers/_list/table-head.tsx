'use client';

import { memo } from 'react';
import { LOOKS } from '@/app/(console)/transfers/_columns/column-cells';
import { TRANSFER_COLUMN_SETTINGS } from '@/app/(console)/transfers/_columns/transfer-columns';
import { ColumnHeads } from '@/components/list/columns/column-heads';
import { moveColumn } from '@/components/list/columns/column-settings';
import { columnTitle, type TransferColumnId } from '@/lib/transfers/columns';
import { type Range, RANGES, type TransferQuery } from '@/lib/transfers/query';

interface TableHeadProps {
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onSort: (query: TransferQuery) => void;
}

/** The column headings: a click sorts, and dragging moves a column. */
export const TableHead = memo(function TableHead({ columns, query, onSort }: TableHeadProps) {
  return (
    <ColumnHeads
      heads={columns.map((id) => ({
        id,
        title: columnTitle(id),
        ...LOOKS.headLooks(id),
        canSort: (RANGES as readonly string[]).includes(id),
      }))}
      order={query}
      onSort={(sort, isAscending) => onSort({ ...query, sort: sort as Range, isAscending })}
      onMove={(id, to) => TRANSFER_COLUMN_SETTINGS.save(moveColumn(columns, id, to))}
    />
  );
});
