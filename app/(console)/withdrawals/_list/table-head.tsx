'use client';

import { memo } from 'react';
import {
  COLUMNS,
  LOOKS,
  REQUEST_COLUMN_SETTINGS,
  type RequestColumnId,
} from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { ColumnHeads } from '@/components/list/columns/column-heads';
import { moveColumn } from '@/components/list/columns/column-settings';
import { REQUEST_SORTS, type RequestListQuery, type RequestSort } from '@/lib/requests/list/query';

interface TableHeadProps {
  columns: readonly RequestColumnId[];
  query: RequestListQuery;
  onSort: (query: RequestListQuery) => void;
}

/** The column headings: a click sorts, and dragging moves a column. */
export const TableHead = memo(function TableHead({ columns, query, onSort }: TableHeadProps) {
  return (
    <ColumnHeads
      heads={columns.map((id) => ({
        id,
        title: COLUMNS[id].title,
        ...LOOKS.headLooks(id),
        canSort: (REQUEST_SORTS as readonly string[]).includes(id),
      }))}
      order={query}
      onSort={(sort, isAscending) => onSort({ ...query, before: undefined, sort: sort as RequestSort, isAscending })}
      onMove={(id, to) => REQUEST_COLUMN_SETTINGS.save(moveColumn(columns, id, to))}
    />
  );
});
