'use client';

import { type ReactNode, Suspense, useState } from 'react';
import type { AddressChange } from '@/components/list/list-address';
import { Disclosures } from '@/components/list/disclosures';
import { FilterMenu } from '@/components/list/filter-menu';
import { ListHead } from '@/components/list/list-head';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { Button } from '@/components/ui/button';
import { closePopover } from '@/components/ui/popover-button';
import type { TransferColumnId } from '@/lib/transfers/columns';
import { countFilters, type TransferQuery } from '@/lib/transfers/query';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const FilterFields = lazyWithRetry(async () => ({ default: (await loadFilters()).TransferFilterFields }));
const ActiveFilters = lazyWithRetry(async () => ({ default: (await loadFilters()).ActiveTransferFilters }));
const ColumnMenu = lazyWithRetry(() => import('@/app/(console)/transfers/_columns/transfer-column-menu'));
const ViewMenu = lazyWithRetry(() => import('@/app/(console)/transfers/_list/transfer-view-menu'));
const ExportDialog = lazyWithRetry(() => import('@/app/(console)/transfers/_export/export-dialog'));

const loadFilters = () => import('@/app/(console)/transfers/_filters/filter-bar');

interface ListToolbarProps {
  list: TransferList;
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  /** The number of transfers in the whole list, where known. */
  count: number | undefined;
  search: ReactNode;
  totals: ReactNode;
  coverage: ReactNode;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The head of the list: search, views, filters, and the actions on the whole list. */
export function ListToolbar(props: ListToolbarProps) {
  const { list, query, columns, count, search, totals, coverage, onChangeQuery } = props;
  const [isExporting, setIsExporting] = useState(false);
  const shared = { query, onChangeQuery };
  return (
    <>
      <ListHead
        title="Transfers"
        search={search}
        views={<ViewMenu {...shared} />}
        active={countFilters(query) > 0 && <ActiveFilters {...shared} />}
        filters={
          <FilterMenu>
            <FilterFields {...shared} />
          </FilterMenu>
        }
        facts={totals}
        note={coverage}
        isReading={list.reading === 'top'}
        onRefresh={list.refresh}
        more={
          <>
            <Button
              onClick={({ currentTarget }) => {
                closePopover(currentTarget);
                setIsExporting(true);
              }}
            >
              Export
            </Button>
            <Disclosures parts={[{ name: 'Columns', content: <ColumnMenu columns={columns} {...shared} /> }]} />
          </>
        }
      />
      {isExporting && (
        <Suspense>
          <ExportDialog query={query} columns={columns} count={count} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
