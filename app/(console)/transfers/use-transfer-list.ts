'use client';

import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchTransferPage, shouldRetry } from '@/app/(console)/transfers/fetch-transfers';
import { walkPages } from '@/app/(console)/transfers/walk';
import type { TransferListPage } from '@/lib/transfers';

type Pages = InfiniteData<TransferListPage, string | null>;

const LIST_KEY = ['transfers', 'list'];
const startingWith = (page: TransferListPage): Pages => ({ pages: [page], pageParams: [null] });

/**
 * The list as far as it has been read. It starts with the page that the server rendered, goes on only when asked, and
 * is kept while a person is elsewhere in the console.
 */
export function useTransferList(first: TransferListPage | undefined) {
  const client = useQueryClient();
  const query = useInfiniteQuery<TransferListPage, Error, Pages, string[], string | null>({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) => fetchTransferPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (_last, pages, _cursor, cursors) => walkPages(pages, cursors).next,
    ...(first && { initialData: startingWith(first) }),
    // Nothing is read again behind the reader's back: that would move the rows.
    enabled: false,
    staleTime: Infinity,
    structuralSharing: false,
    retry: shouldRetry,
  });

  const startOver = async (page: TransferListPage) => {
    await client.cancelQueries({ queryKey: LIST_KEY });
    client.setQueryData<Pages>(LIST_KEY, startingWith(page));
    window.scrollTo({ top: 0 });
  };
  const refresh = useMutation({ mutationFn: () => fetchTransferPage(null), retry: shouldRetry, onSuccess: startOver });

  const { data } = query;
  const top = data?.pages[0];
  const walk = data && walkPages(data.pages, data.pageParams);
  // Coming back to a kept list, the server has read a newer top than the one that is shown.
  const newer = first && top && walk && first.coverage.saidAt > top.coverage.saidAt ? first : undefined;
  const newCount = newer ? newer.items.filter((item) => item.id !== null && !walk?.indexes.has(item.id)).length : 0;
  return { query, walk, asOf: top?.coverage.saidAt, refresh, newCount, showNew: () => newer && void startOver(newer) };
}
