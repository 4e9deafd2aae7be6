'use client';

import { clsx } from 'clsx';
import { type RefObject, Suspense, useCallback, useEffect, useMemo } from 'react';
import { DetailsPane } from '@/app/(console)/transfers/_details/lazy-details-pane';
import { ListEnd } from '@/app/(console)/transfers/_list/list-end';
import { useOpenTransferId } from '@/app/(console)/transfers/_list/open-transfer';
import type { ListState, TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { TransferTable } from '@/app/(console)/transfers/_list/transfer-table';
import { useRowNavigation } from '@/app/(console)/transfers/_list/use-row-navigation';
import { useVisibleRows } from '@/app/(console)/transfers/_list/use-visible-rows';
import { useOpenedTransfers } from '@/components/transfers/recently-opened';
import type { TransferColumnId } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferRow } from '@/lib/transfers/transfer';

interface ListWithDetailsProps {
  list: TransferList;
  state: ListState;
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  rowsRef: RefObject<HTMLDivElement | null>;
  /** True if the rows still belong to the query before. */
  isStale: boolean;
  onSort: (query: TransferQuery) => void;
}

const READ_AHEAD_ROWS = 100;

/** The list with the open transfer beside it. Loads more rows before the reader reaches the end. */
export function ListWithDetails({ list, state, query, columns, rowsRef, isStale, onSort }: ListWithDetailsProps) {
  const openId = useOpenTransferId();
  const openIndex = openId === undefined ? undefined : list.indexOf(openId);
  const { items } = state;
  const { range, reveal, firstInSight } = useVisibleRows(list, {
    count: items.length,
    edition: state.edition,
    container: rowsRef,
    openIndex,
  });
  const isNearEnd = range.end > items.length - READ_AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd && !isStale && state.error === undefined && state.reading === undefined && state.next !== null)
      void list.readMore();
  }, [isNearEnd, isStale, state.error, state.reading, state.next, list]);

  const { takesFocus, open } = useRowNavigation({ items, openId, openIndex, container: rowsRef, reveal, firstInSight });
  const opened = useOpenedTransfers();
  const openedIds = useMemo(() => new Set(opened.map(({ id }) => id)), [opened]);
  const item = openIndex === undefined ? undefined : items[openIndex];

  const showSeen = useCallback((transfer: TransferRow) => list.update([transfer]), [list]);

  return (
    <div className={clsx('grid gap-4.5', openId !== undefined && 'min-[1100px]:grid-cols-[minmax(0,1fr)_26.25rem]')}>
      <section
        aria-label="List of transfers"
        aria-busy={isStale}
        className={clsx(
          '@container/list min-w-0 rounded-panel border border-line bg-panel transition-opacity',
          isStale && 'opacity-60',
        )}
      >
        <TransferTable
          state={state}
          query={query}
          columns={columns}
          range={range}
          rowsRef={rowsRef}
          openId={openId}
          opened={openedIds}
          onOpen={open}
          onSort={onSort}
        />
        <ListEnd
          state={state}
          query={query}
          onMore={() => void (state.items.length === 0 ? list.readTop() : list.readMore())}
        />
      </section>
      {openId !== undefined && (
        <Suspense>
          <DetailsPane id={openId} row={item} takesFocus={takesFocus} onSeen={showSeen} />
        </Suspense>
      )}
    </div>
  );
}
