'use client';

import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { LOOKS } from '@/app/(console)/transfers/_columns/column-cells';
import { TRANSFER_COLUMN_SETTINGS } from '@/app/(console)/transfers/_columns/transfer-columns';
import { DetailsPane } from '@/app/(console)/transfers/_details/lazy-details-pane';
import {
  closeTransfer,
  openTransfer,
  TRANSFER_LIST,
  TRANSFER_WORDS,
  type TransferList,
  useOpenTransferId,
} from '@/app/(console)/transfers/_list/transfer-list';
import { TransferListRow } from '@/app/(console)/transfers/_list/transfer-row';
import type { AddressChange } from '@/components/list/list-address';
import { ChosenHeads } from '@/components/list/columns/column-heads';
import { ListView } from '@/components/list/list-view';
import { rememberOpened, useOpenedTransfers } from '@/components/transfers/recently-opened';
import { useToday } from '@/components/values/use-today';
import type { Coverage } from '@/lib/mirror/coverage';
import { formatCount } from '@/lib/text/locale';
import { columnTitle, type TransferColumnId } from '@/lib/transfers/columns';
import { countFilters, type Range, RANGES, type TransferQuery } from '@/lib/transfers/query';
import type { TransferRow } from '@/lib/transfers/transfer';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const EmptyList = lazyWithRetry(() => import('@/app/(console)/transfers/_list/empty-list'));
const SearchEnd = lazyWithRetry(() => import('@/app/(console)/transfers/_list/search-end'));

interface ListWithDetailsProps {
  list: TransferList;
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  rowsRef: RefObject<HTMLDivElement | null>;
  /** Shown above the list, or below it, while no transfer is open. */
  aside: ReactNode;
  isAsideBelow: boolean;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The list of transfers with the open transfer beside it. */
export function ListWithDetails({
  list,
  query,
  columns: chosen,
  rowsRef,
  aside,
  isAsideBelow,
  onChangeQuery,
}: ListWithDetailsProps) {
  const { items, info, update } = list;
  const openId = useOpenTransferId();
  const item = openId === undefined ? undefined : items.find((transfer) => transfer?.id === openId);
  useEffect(() => {
    if (item) rememberOpened(item.id, item.ref_id ?? item.id);
  }, [item]);
  const opened = useOpenedTransfers();
  const openedIds = useMemo(() => new Set(opened.map(({ id }) => id)), [opened]);
  const today = useToday();
  // Rows that wait for the answer to another search stay as they are.
  const [shown, setShown] = useState(query);
  if (shown !== query && !list.isStale) setShown(query);
  const timeOf = timeIn(shown);
  // Under headings by day of the last change, a time of creation needs its day.
  const hasDays = timeOf === TIMES.created;
  // The details say the type, and the list is narrower beside them.
  const isOpen = openId !== undefined;
  const columns = useMemo(() => (isOpen ? chosen.filter((id) => id !== 'type') : chosen), [chosen, isOpen]);
  const showSeen = useCallback((transfer: TransferRow) => update([transfer]), [update]);

  return (
    <ListView
      list={list}
      words={TRANSFER_WORDS}
      columns={LOOKS.gridOf(columns, hasDays)}
      heads={
        <ChosenHeads
          columns={columns}
          chosen={chosen}
          settings={TRANSFER_COLUMN_SETTINGS}
          looks={LOOKS}
          titleOf={columnTitle}
          sorts={RANGES}
          order={query}
          onSort={(sort, isAscending) => onChangeQuery({ ...query, sort: sort as Range, isAscending }, 'push')}
        />
      }
      rows={items}
      rowKey={TRANSFER_LIST.keyOf}
      renderRow={(transfer, index, open) => (
        <TransferListRow
          key={transfer.id}
          transfer={transfer}
          index={index}
          columns={columns}
          q={shown.q}
          today={today}
          hasDays={hasDays}
          isOpen={transfer.id === openId}
          wasOpened={openedIds.has(transfer.id)}
          onOpen={open}
        />
      )}
      rowsRef={rowsRef}
      timeOf={timeOf}
      aside={aside}
      isAsideBelow={isAsideBelow}
      empty={info && <EmptyList query={shown} info={info} onChangeQuery={onChangeQuery} />}
      end={
        info && (
          <>
            {shown.q === '' ? (
              <p>{describeEnd(list.start + items.length, shown, info.coverage)}</p>
            ) : (
              <Suspense>
                <SearchEnd info={info} />
              </Suspense>
            )}
            {info.note !== undefined && <p className="mt-1">{info.note}</p>}
          </>
        )
      }
      beside={{
        openId,
        open: openTransfer,
        close: closeTransfer,
        render: (takesFocus) =>
          openId !== undefined && <DetailsPane id={openId} row={item} takesFocus={takesFocus} onSeen={showSeen} />,
      }}
    />
  );
}

const TIMES = {
  created: ({ created_at }: TransferRow) => created_at,
  updated: ({ updated_at }: TransferRow) => updated_at,
};

// A search has its best matches first.
function timeIn({ q, sort }: TransferQuery) {
  return q !== '' || sort === 'amount' ? undefined : TIMES[sort];
}

function describeEnd(count: number, query: TransferQuery, { isComplete }: Coverage): string {
  const transfers = `${formatCount(count)} ${count === 1 ? 'transfer' : 'transfers'}`;
  if (!isComplete) return `${transfers} synced so far.`;
  return `End of the list: ${transfers}${countFilters(query) === 0 ? '' : ' with these filters'}.`;
}
