'use client';

import { LOOKS } from '@/app/(console)/transfers/_columns/column-cells';
import { TRANSFER_COLUMN_SETTINGS } from '@/app/(console)/transfers/_columns/transfer-columns';
import { describeOrder } from '@/app/(console)/transfers/_filters/filter-labels';
import { ColumnMenu } from '@/components/list/columns/column-menu';
import type { AddressChange } from '@/components/list/list-address';
import { COLUMN_GROUPS, TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import { RANGES, type TransferQuery } from '@/lib/transfers/query';

interface TransferColumnMenuProps {
  columns: readonly TransferColumnId[];
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

const CHOICES = COLUMN_GROUPS.flatMap((group) => TRANSFER_COLUMNS.filter((column) => column.group === group));

/** The menu of columns of the list of transfers. */
export default function TransferColumnMenu({ columns, query, onChangeQuery }: TransferColumnMenuProps) {
  const sorts = RANGES.flatMap((sort) =>
    [false, true].map((isAscending) => ({
      label: describeOrder(sort, isAscending),
      isChosen: query.sort === sort && query.isAscending === isAscending,
      onChoose: () => onChangeQuery({ ...query, sort, isAscending }, 'push'),
    })),
  );
  return (
    <ColumnMenu
      settings={TRANSFER_COLUMN_SETTINGS}
      choices={CHOICES}
      columns={columns}
      sorts={sorts}
      inCard={LOOKS.inCard}
    />
  );
}
