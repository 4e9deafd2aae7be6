'use client';

import { type ReactNode } from 'react';
import type { AddressChange } from '@/components/list/list-address';
import { Disclosures } from '@/components/list/disclosures';
import { FilterMenu } from '@/components/list/filter-menu';
import { ListHead } from '@/components/list/list-head';
import { downloadRoutes } from '@/lib/http/routes';
import type { RequestColumnId } from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { hasRequestFilters, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const FilterFields = lazyWithRetry(async () => ({ default: (await loadFilters()).WithdrawalFilterFields }));
const ActiveFilters = lazyWithRetry(async () => ({ default: (await loadFilters()).ActiveWithdrawalFilters }));
const ExportMenu = lazyWithRetry(async () => ({ default: (await import('@/components/data/export-menu')).ExportMenu }));
const ColumnMenu = lazyWithRetry(() => import('@/app/(console)/withdrawals/_list/column-menu'));
const ViewMenu = lazyWithRetry(() => import('@/app/(console)/withdrawals/_list/view-menu'));

const loadFilters = () => import('@/app/(console)/withdrawals/_list/filter-bar');

interface ListToolbarProps {
  query: RequestListQuery;
  /** The names of the people, address book entries and batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
  columns: readonly RequestColumnId[];
  isReading: boolean;
  search: ReactNode;
  /** The link to the form, and the links to other ways of creating withdrawals. */
  primary: ReactNode;
  others: ReactNode;
  onRefresh: () => void;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The head of the list: search, views, filters, and the actions on the whole list. */
export function ListToolbar({
  query,
  names,
  columns,
  isReading,
  search,
  primary,
  others,
  onRefresh,
  onChangeQuery,
}: ListToolbarProps) {
  const file = `${downloadRoutes.withdrawals}?${writeRequestQuery(query).toString()}`;
  const shared = { query, names, onChangeQuery };
  return (
    <ListHead
      title="Withdrawals"
      search={search}
      views={<ViewMenu query={query} onChangeQuery={onChangeQuery} />}
      active={hasRequestFilters(query) && <ActiveFilters {...shared} />}
      filters={
        <FilterMenu>
          <FilterFields {...shared} />
        </FilterMenu>
      }
      primary={primary}
      isReading={isReading}
      onRefresh={onRefresh}
      more={
        <>
          {others}
          <ExportMenu label="Export" addressOf={{ csv: file, xlsx: `${file}&format=xlsx` }} />
          <Disclosures
            parts={[
              {
                name: 'Columns',
                content: <ColumnMenu columns={columns} query={query} onChangeQuery={onChangeQuery} />,
              },
            ]}
          />
        </>
      }
    />
  );
}
