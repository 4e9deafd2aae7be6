'use client';

import { type ReactNode, type RefObject, Suspense, useCallback } from 'react';
import type { useOpenBatches } from '@/app/(console)/withdrawals/_list/use-open-batches';
import {
  COLUMNS,
  LOOKS,
  REQUEST_COLUMN_SETTINGS,
  type RequestColumnId,
} from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { keyOfLine, type WithdrawalLine } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import { WITHDRAWAL_WORDS, type WithdrawalList } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import { BatchRow, RequestRow, UnreadRow } from '@/app/(console)/withdrawals/_list/withdrawal-row';
import { ChosenHeads } from '@/components/list/columns/column-heads';
import { ListView } from '@/components/list/list-view';
import { useToday } from '@/components/values/use-today';
import type { RequestListPage } from '@/lib/requests/list/entry';
import { countRequestFilters, REQUEST_SORTS, type RequestListQuery, type RequestSort } from '@/lib/requests/list/query';
import { describeSearchedRequests } from '@/lib/search/describe-searched';
import { formatCount } from '@/lib/text/locale';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// Only a search loads it.
const NoRequestFound = lazyWithRetry(() => import('@/app/(console)/withdrawals/_search/no-request-found'));

interface WithdrawalRowsProps {
  list: WithdrawalList;
  batches: ReturnType<typeof useOpenBatches>;
  query: RequestListQuery;
  columns: readonly RequestColumnId[];
  rowsRef: RefObject<HTMLDivElement | null>;
  canRequest: boolean;
  onOpen: (lineKey: string) => void;
  onSort: (query: RequestListQuery) => void;
}

/** The list of withdrawals, with the withdrawals of open batches below them. */
export function WithdrawalRows({
  list,
  batches,
  query,
  columns,
  rowsRef,
  canRequest,
  onOpen,
  onSort,
}: WithdrawalRowsProps) {
  const today = useToday();
  const { lines } = batches;
  const timeOf = query.q === '' && query.sort === 'created' ? timeOfLine : undefined;
  const itemAt = useCallback((index: number) => lines[index - list.start]?.item ?? index, [lines, list.start]);
  const renderLine = (line: WithdrawalLine, index: number): ReactNode => {
    const row = { index, columns, today, hasDays: timeOf !== undefined, onOpen, lineKey: line.key };
    switch (line.kind) {
      case 'request':
        return <RequestRow key={line.key} request={line.request} isInBatch={line.isInBatch} {...row} />;
      case 'batch':
        return <BatchRow key={line.key} batch={line.batch} isOpen={line.isOpen} onToggle={batches.toggle} {...row} />;
      case 'unread':
        return <UnreadRow key={line.key} index={index} line={line} span={columns.length} />;
    }
  };
  return (
    <div className="t-tall">
      <ListView
        list={list}
        words={WITHDRAWAL_WORDS}
        columns={LOOKS.gridOf(columns)}
        heads={
          <ChosenHeads
            columns={columns}
            settings={REQUEST_COLUMN_SETTINGS}
            looks={LOOKS}
            titleOf={(id) => COLUMNS[id].title}
            sorts={REQUEST_SORTS}
            order={query}
            onSort={(sort, isAscending) =>
              onSort({ ...query, before: undefined, sort: sort as RequestSort, isAscending })
            }
          />
        }
        rows={lines}
        rowKey={keyOfLine}
        renderRow={renderLine}
        rowsRef={rowsRef}
        itemAt={itemAt}
        timeOf={timeOf}
        empty={
          <div role="status" className="p-8 text-center text-dim">
            {query.q !== '' && query.before === undefined && list.info ? (
              <Suspense fallback={describeEmpty(query, canRequest)}>
                <NoRequestFound q={query.q} sentence={describeEmpty(query, canRequest)} info={list.info} />
              </Suspense>
            ) : (
              describeEmpty(query, canRequest)
            )}
          </div>
        }
        end={describeEnd(list.start + list.items.length, query, list.info?.limits)}
      />
    </div>
  );
}

/** Gives the time of a line; a withdrawal below its batch has the batch's. */
function timeOfLine(line: WithdrawalLine): string | undefined {
  if (line.kind === 'batch') return line.batch.createdAt;
  return line.kind === 'request' && !line.isInBatch ? line.request.createdAt : undefined;
}

function describeEnd(count: number, query: RequestListQuery, limits: RequestListPage['limits']): string | undefined {
  return query.q === '' ? undefined : `${formatCount(count)} found. ${describeSearchedRequests(limits)}`;
}

function describeEmpty(query: RequestListQuery, canRequest: boolean): string {
  if (query.before !== undefined) return 'No further withdrawals.';
  const filters = countRequestFilters(query);
  if (query.q !== '')
    return filters > 0 || query.isMine
      ? 'No withdrawal matches this search and these filters. Remove a filter, or search for less of the text.'
      : 'No withdrawal matches this search. Search for less of the text, or look under Transfers for payments that were not requested here.';
  if (filters > 0) return 'No withdrawal matches these filters. Remove a filter to see more.';
  const empty = query.isMine ? 'You have not requested a withdrawal yet.' : 'No withdrawals have been requested yet.';
  return canRequest ? `${empty} To request one, choose “New withdrawal”.` : empty;
}
