'use client';

import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CoverageLine } from '@/app/(console)/transfers/_list/coverage-line';
import type { AddressChange } from '@/components/list/list-address';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { Button, buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { PopoverButton } from '@/components/ui/popover-button';
import { routes } from '@/lib/http/routes';
import type { TransferColumnId } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';

const ColumnMenu = lazy(() => import('@/app/(console)/transfers/_columns/transfer-column-menu'));
const ViewMenu = lazy(() => import('@/app/(console)/transfers/_list/transfer-view-menu'));
const ExportDialog = lazy(() => import('@/app/(console)/transfers/_export/export-dialog'));

interface ListToolbarProps {
  list: TransferList;
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  /** The number of transfers in the whole list, where known. */
  count: number | undefined;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The heading of the page with the coverage of the list, and the actions on the whole list. */
export function ListToolbar({ list, query, columns, count, onChangeQuery }: ListToolbarProps) {
  const [isExporting, setIsExporting] = useState(false);
  const isReading = list.reading === 'top';
  return (
    <>
      <PageTitle
        title="Transfers"
        subtitle={<CoverageLine list={list} isSearch={query.q !== ''} />}
        actions={
          <div className="flex flex-wrap gap-1.5">
            <Button disabled={isReading} onClick={list.refresh}>
              <RefreshCw
                aria-hidden
                className={isReading ? 'size-3.5 animate-spin motion-reduce:animate-none' : 'size-3.5'}
              />
              Refresh
            </Button>
            <PopoverButton label="Columns">
              <ColumnMenu columns={columns} query={query} onChangeQuery={onChangeQuery} />
            </PopoverButton>
            <PopoverButton label="Views">
              <ViewMenu query={query} onChangeQuery={onChangeQuery} />
            </PopoverButton>
            <Button onClick={() => setIsExporting(true)}>Export</Button>
            <Link href={routes.bulkLookup} className={buttonClass('plain')}>
              Bulk lookup
            </Link>
          </div>
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
