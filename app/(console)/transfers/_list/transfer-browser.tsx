'use client';

import { lazy, Suspense, useRef } from 'react';
import { TRANSFER_COLUMN_SETTINGS } from '@/app/(console)/transfers/_columns/transfer-columns';
import { CoverageNotice } from '@/app/(console)/transfers/_list/coverage-line';
import { FilterBar } from '@/app/(console)/transfers/_filters/filter-bar';
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
import { RefreshFailure, ShowNewButton } from '@/components/list/list-notices';
import { type FirstPage, useList } from '@/components/list/use-list';
import { routes } from '@/lib/http/routes';
import { countFilters } from '@/lib/transfers/query';
import type { TransferListPage } from '@/lib/transfers/transfer';

const NO_ITEMS: readonly ListedTransfer[] = [];
// Only a search loads it.
const MatchesBeside = lazy(() => import('@/app/(console)/transfers/_search/matches-beside'));
const HiddenTransfers = lazy(() => import('@/app/(console)/transfers/_search/hidden-transfers'));

/** The page of all transfers: search, filters, totals and the list, with one transfer open beside the list. */
export function TransferBrowser({
  first,
  matches,
}: {
  first: FirstPage<TransferListPage>;
  matches?: FirstMatches | undefined;
}) {
  const { parameters, query, changeQuery } = useListAddress(TRANSFER_ADDRESS);
  const { list, state, isStale } = useList(TRANSFER_LIST, parameters, first);
  const totals = useTotals(list, { parameters, edition: state.edition, isStale });
  const columns = TRANSFER_COLUMN_SETTINGS.useColumns();
  const rows = useRef<HTMLDivElement>(null);
  const hasFilters = query.q !== '' || countFilters(query) > 0;
  const canAnnounce = state.newer > 0 && query.q === '' && !query.isAscending && query.sort !== 'amount' && !isStale;
  const { info } = state;

  const openOnly = () => {
    const [only] = state.items;
    if (!isStale && only && (state.items.length === 1 || only.match?.how === 'exact')) openTransfer(only.id);
  };
  return (
    <>
      <ListToolbar
        state={state}
        query={query}
        columns={columns}
        count={totals instanceof Error ? undefined : totals?.transfers}
        onRefresh={() => void list.readTop()}
        onChangeQuery={changeQuery}
      />
      {info && <CoverageNotice coverage={info.coverage} />}
      <SearchBox
        q={query.q}
        onSearch={(q) => changeQuery({ ...query, q }, 'typing')}
        onEnterRows={() => rows.current?.querySelector('a')?.focus()}
        onOpenOnly={openOnly}
      />
      {query.q !== '' && (
        <Suspense>
          <MatchesBeside
            q={query.q}
            first={matches}
            items={isStale ? NO_ITEMS : state.items}
            now={info?.coverage.answeredAt ?? ''}
          />
        </Suspense>
      )}
      <FilterBar query={query} onChangeQuery={changeQuery} />
      {info?.hidden && !isStale && (
        <Suspense>
          <HiddenTransfers hidden={info.hidden} now={info.coverage.answeredAt} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <TotalsStrip totals={totals} hasFilters={hasFilters} />
        <div role="status">
          {canAnnounce && <ShowNewButton count={state.newer} onShow={() => void list.readTop()} />}
        </div>
      </div>
      {state.error?.of === 'top' && (
        <RefreshFailure
          reason={state.error.reason}
          path={routes.transfers}
          hasRows={info !== undefined}
          onRetry={() => void list.readTop()}
        />
      )}
      {info && (
        <ListWithDetails
          list={list}
          state={state}
          query={query}
          columns={columns}
          rowsRef={rows}
          isStale={isStale}
          onSort={(sorted) => changeQuery(sorted, 'push')}
        />
      )}
    </>
  );
}
