'use client';

import { lazy, Suspense, useRef } from 'react';
import { useColumns } from '@/app/(console)/transfers/_columns/column-settings';
import { CoverageNotice } from '@/app/(console)/transfers/_list/coverage-line';
import { FilterBar } from '@/app/(console)/transfers/_filters/filter-bar';
import { useListAddress } from '@/app/(console)/transfers/_list/list-address';
import { ListToolbar } from '@/app/(console)/transfers/_list/list-toolbar';
import { ListWithDetails } from '@/app/(console)/transfers/_list/list-with-details';
import { openTransfer } from '@/app/(console)/transfers/_list/open-transfer';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { SearchBox } from '@/app/(console)/transfers/_search/search-box';
import { TotalsStrip } from '@/app/(console)/transfers/_list/totals-strip';
import type { FirstMatches } from '@/app/(console)/transfers/_search/matches-beside';
import { useTotals } from '@/app/(console)/transfers/_list/use-totals';
import { type FirstPage, useTransferList } from '@/app/(console)/transfers/_list/use-transfer-list';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import type { Explanation } from '@/lib/http/problems';
import { countFilters } from '@/lib/transfers/query';

// Only a search loads it.
const MatchesBeside = lazy(() => import('@/app/(console)/transfers/_search/matches-beside'));

/** The page of all transfers: search, filters, totals and the list, with one transfer open beside the list. */
export function TransferBrowser({ first, matches }: { first: FirstPage; matches?: FirstMatches | undefined }) {
  const { parameters, query, changeQuery } = useListAddress();
  const { list, state, isStale } = useTransferList(parameters, first);
  const totals = useTotals(list, { parameters, edition: state.edition, isStale });
  const columns = useColumns();
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
          <MatchesBeside q={query.q} first={matches} />
        </Suspense>
      )}
      <FilterBar query={query} onChangeQuery={changeQuery} />
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <TotalsStrip totals={totals} hasFilters={hasFilters} />
        <div role="status">
          {canAnnounce && <ShowNewButton count={state.newer} onShow={() => void list.readTop()} />}
        </div>
      </div>
      {state.error?.of === 'top' && (
        <RefreshFailure reason={state.error.reason} hasRows={info !== undefined} onRetry={() => void list.readTop()} />
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

function ShowNewButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Button className="min-h-8 border-accent bg-accent-soft px-2.5 py-1 text-xs" onClick={onShow}>
      Show {count >= MAX_COUNTED ? `${MAX_COUNTED.toLocaleString('en-GB')} or more` : count} new
    </Button>
  );
}

function RefreshFailure({
  reason,
  hasRows,
  onRetry,
}: {
  reason: Error | Explanation;
  hasRows: boolean;
  onRetry: () => void;
}) {
  return (
    <div className="mb-3">
      <ReadFailureNotice
        explanation={reason instanceof Error ? explainError(reason) : reason}
        {...(reason instanceof ReadError && { status: reason.status })}
      >
        {hasRows && <p>The list below was loaded earlier.</p>}
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </ReadFailureNotice>
    </div>
  );
}

// The server counts up to this number.
const MAX_COUNTED = 1000;
