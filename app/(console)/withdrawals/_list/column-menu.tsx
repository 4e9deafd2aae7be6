'use client';

import {
  LOOKS,
  REQUEST_COLUMN_SETTINGS,
  REQUEST_COLUMNS,
  type RequestColumnId,
} from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { ColumnMenu } from '@/components/list/columns/column-menu';
import type { AddressChange } from '@/components/list/list-address';
import { describeRequestOrder, REQUEST_SORTS, type RequestListQuery } from '@/lib/requests/list/query';

interface WithdrawalColumnMenuProps {
  columns: readonly RequestColumnId[];
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The menu of columns of the list of withdrawals. */
export default function WithdrawalColumnMenu({ columns, query, onChangeQuery }: WithdrawalColumnMenuProps) {
  const sorts = REQUEST_SORTS.flatMap((sort) =>
    [false, true].map((isAscending) => ({
      label: describeRequestOrder({ sort, isAscending }),
      isChosen: query.sort === sort && query.isAscending === isAscending,
      onChoose: () => onChangeQuery({ ...query, before: undefined, sort, isAscending }, 'push'),
    })),
  );
  return (
    <ColumnMenu
      settings={REQUEST_COLUMN_SETTINGS}
      choices={REQUEST_COLUMNS}
      columns={columns}
      sorts={sorts}
      inCard={LOOKS.inCard}
    />
  );
}
