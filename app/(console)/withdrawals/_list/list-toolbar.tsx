'use client';

import { RefreshCw } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import type { AddressChange } from '@/components/list/list-address';
import { ExportMenu } from '@/components/data/export-menu';
import { Button } from '@/components/ui/button';
import { PageTitle } from '@/components/ui/panel';
import { PopoverButton } from '@/components/ui/popover-button';
import { downloadRoutes } from '@/lib/http/routes';
import type { RequestColumnId } from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { describeRequestOrder, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

const ColumnMenu = lazy(() => import('@/app/(console)/withdrawals/_list/column-menu'));
const ViewMenu = lazy(() => import('@/app/(console)/withdrawals/_list/view-menu'));

interface ListToolbarProps {
  query: RequestListQuery;
  columns: readonly RequestColumnId[];
  isReading: boolean;
  /** The links to what creates withdrawals. */
  links: ReactNode;
  onRefresh: () => void;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The heading of the page, and the actions on the whole list. */
export function ListToolbar({ query, columns, isReading, links, onRefresh, onChangeQuery }: ListToolbarProps) {
  const file = `${downloadRoutes.withdrawals}?${writeRequestQuery(query).toString()}`;
  return (
    <PageTitle
      title="Withdrawals"
      subtitle={`Withdrawal requests and batches. ${describeRequestOrder(query)}.`}
      actions={
        <div className="flex flex-wrap items-center gap-1.5">
          <Button disabled={isReading} onClick={onRefresh}>
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
          <ExportMenu label="Export" addressOf={{ csv: file, xlsx: `${file}&format=xlsx` }} />
          {links}
        </div>
      }
    />
  );
}
