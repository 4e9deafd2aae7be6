'use client';

import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { DetailsBeside } from '@/app/(console)/transfers/details-beside';
import { ReadFailureNotice } from '@/app/(console)/transfers/read-failure-notice';
import { explain, ReadError } from '@/app/(console)/transfers/fetch-transfers';
import { ListBar } from '@/app/(console)/transfers/list-bar';
import { ListEnd } from '@/app/(console)/transfers/list-end';
import { useOpenTransferId } from '@/app/(console)/transfers/open-transfer';
import { ListSkeleton } from '@/app/(console)/transfers/skeletons';
import { TransferTable } from '@/app/(console)/transfers/transfer-table';
import { useOpening } from '@/app/(console)/transfers/use-opening';
import { useTransferList } from '@/app/(console)/transfers/use-transfer-list';
import { useVirtualRows } from '@/app/(console)/transfers/use-virtual-rows';
import type { Walk } from '@/app/(console)/transfers/walk';
import { Button } from '@/components/ui/button';
import type { Explanation } from '@/lib/problems';
import type { TransferListPage } from '@/lib/transfers';

/** The page that the server read, or why it could not. */
export type FirstPage = { page: TransferListPage } | { explanation: Explanation };

/** Every transfer, and the one that is open beside them. */
export function TransferBrowser({ first }: { first: FirstPage }) {
  const list = useTransferList('page' in first ? first.page : undefined);
  const { walk, asOf, refresh } = list;
  const failure = refresh.error ? explain(refresh.error) : 'explanation' in first && !walk ? first.explanation : undefined;
  return (
    <>
      <ListBar asOf={asOf} isRefreshing={refresh.isPending} newCount={list.newCount} onRefresh={() => refresh.mutate()} onShowNew={list.showNew} />
      {failure && !refresh.isPending && (
        <div className="mb-4">
          <ReadFailureNotice explanation={failure} {...(refresh.error instanceof ReadError && { status: refresh.error.status })}>
            {walk && <p>The list below stays as it was read.</p>}
            <Button className="mt-2" onClick={() => refresh.mutate()}>
              Try again
            </Button>
          </ReadFailureNotice>
        </div>
      )}
      {walk ? <ListWithDetails list={list} walk={walk} /> : refresh.isPending && <ListSkeleton />}
    </>
  );
}

const READ_AHEAD = 60;

function ListWithDetails({ list: { query, asOf }, walk }: { list: ReturnType<typeof useTransferList>; walk: Walk }) {
  const openId = useOpenTransferId();
  const openIndex = openId === undefined ? undefined : walk.indexes.get(openId);
  const rowsRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualRows(walk.rows, asOf, rowsRef, openIndex);
  const drawn = virtualizer.getVirtualItems();

  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isNearEnd = (drawn.at(-1)?.index ?? 0) > walk.rows.length - READ_AHEAD;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage]);

  const { takesFocus, open } = useOpening({ rows: walk.rows, openId, openIndex, container: rowsRef, virtualizer });

  return (
    <div className={clsx('grid gap-4.5', openId !== undefined && 'min-[1100px]:grid-cols-[minmax(0,1fr)_26.25rem]')}>
      <section aria-label="List of transfers" className="@container/list min-w-0 rounded-panel border border-line bg-panel">
        <TransferTable walk={walk} drawn={drawn} rowsRef={rowsRef} openId={openId} onOpen={open} />
        <ListEnd walk={walk} error={query.error} isFetching={query.isFetchingNextPage} onMore={() => void fetchNextPage()} />
      </section>
      {openId !== undefined && <DetailsBeside id={openId} row={rowOf(walk, openIndex)} takesFocus={takesFocus} />}
    </div>
  );
}

function rowOf(walk: Walk, index: number | undefined) {
  const item = index === undefined ? undefined : walk.rows[index]?.item;
  return item && item.id !== null ? item : undefined;
}
