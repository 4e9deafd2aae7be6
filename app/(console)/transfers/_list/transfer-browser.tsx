'use client';

import { Suspense, useRef } from 'react';
import { TRANSFER_COLUMN_SETTINGS } from '@/app/(console)/transfers/_columns/transfer-columns';
import { CoverageLine, CoverageNotice } from '@/app/(console)/transfers/_list/coverage-line';
import { useListAddress } from '@/components/list/list-address';
import { ListToolbar } from '@/app/(console)/transfers/_list/list-toolbar';
import { ListWithDetails } from '@/app/(console)/transfers/_list/list-with-details';
import {
  type ListedTransfer,
  openTransfer,
  TRANSFER_ADDRESS,
  TRANSFER_LIST,
} from '@/app/(console)/transfers/_list/transfer-list';
import { SearchBox } from '@/app/(console)/transfers/_search/search-box';
import { TotalsStrip } from '@/app/(console)/transfers/_list/totals-strip';
import type { FirstMatches } from '@/app/(console)/transfers/_search/matches-beside';
import { useTotals } from '@/app/(console)/transfers/_list/use-totals';
import { QueryProvider } from '@/components/data/query-provider';
import { RefreshFailure, ShowNewButton } from '@/components/list/list-notices';
import { type FirstPage, useList } from '@/components/list/use-list';
import { routes } from '@/lib/http/routes';
import { countFilters } from '@/lib/transfers/query';
import type { TransferListPage } from '@/lib/transfers/transfer';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// With more rows, what else a search found is above them.
const SHORT_LIST = 8;
const NO_ITEMS: readonly ListedTransfer[] = [];
// Only a search loads it.
const MatchesBeside = lazyWithRetry(() => import('@/app/(console)/transfers/_search/matches-beside'));
const HiddenTransfers = lazyWithRetry(() => import('@/app/(console)/transfers/_search/hidden-transfers'));

interface TransferBrowserProps {
  first: FirstPage<TransferListPage>;
  matches?: FirstMatches | undefined;
}

/** The page of all transfers: search, filters, totals and the list, with one transfer open beside the list. */
export function TransferBrowser(props: TransferBrowserProps) {
  return (
    <QueryProvider>
      <Browser {...props} />
    </QueryProvider>
  );
}

function Browser({ first, matches }: TransferBrowserProps) {
  const { parameters, query, changeQuery } = useListAddress(TRANSFER_ADDRESS);
  const list = useList(TRANSFER_LIST, parameters, first);
  const { info, items, newer, isStale, error, refresh } = list;
  const totals = useTotals(list, parameters);
  const columns = TRANSFER_COLUMN_SETTINGS.useColumns();
  const rows = useRef<HTMLDivElement>(null);
  const hasFilters = query.q !== '' || countFilters(query) > 0;
  const canAnnounce = newer > 0 && query.q === '' && !query.isAscending && query.sort !== 'amount' && !isStale;

  const isShort = items.length <= SHORT_LIST && !list.hasMore;
  const isEmpty = items.length === 0 && !isStale;

  const openOnly = () => {
    const [only] = items;
    if (!isStale && only && (items.length === 1 || only.match?.how === 'exact')) openTransfer(only.id);
  };
  return (
    <>
      <ListToolbar
        list={list}
        query={query}
        columns={columns}
        count={totals instanceof Error ? undefined : totals?.transfers}
        search={
          <SearchBox
            q={query.q}
            onSearch={(q) => changeQuery({ ...query, q }, 'typing')}
            onEnterRows={() => rows.current?.querySelector('a')?.focus()}
            onOpenOnly={openOnly}
          />
        }
        totals={info && <TotalsStrip totals={totals} hasFilters={hasFilters} />}
        coverage={
          <>
            <span className="text-label text-dim">
              <CoverageLine list={list} isSearch={query.q !== ''} />
            </span>
            <div role="status" className="empty:hidden">
              {canAnnounce && <ShowNewButton count={newer} onShow={refresh} />}
            </div>
          </>
        }
        onChangeQuery={changeQuery}
      />
      {info && <CoverageNotice coverage={info.coverage} />}
      {info?.hidden && !isStale && (
        <Suspense>
          <HiddenTransfers hidden={info.hidden} now={info.coverage.answeredAt} />
        </Suspense>
      )}
      {error?.of === 'top' && (
        <RefreshFailure reason={error.reason} path={routes.transfers} hasRows={info !== undefined} onRetry={refresh} />
      )}
      {info && (
        <ListWithDetails
          list={list}
          query={query}
          columns={columns}
          rowsRef={rows}
          isAsideBelow={isShort && !isEmpty}
          aside={
            query.q !== '' && (
              <Suspense>
                <MatchesBeside
                  q={query.q}
                  first={matches}
                  isOpen={isShort}
                  isAlone={isEmpty}
                  items={isStale ? NO_ITEMS : items.filter((item) => item !== undefined)}
                  now={info.coverage.answeredAt}
                />
              </Suspense>
            )
          }
          onChangeQuery={changeQuery}
        />
      )}
    </>
  );
}
