'use client';

import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer } from 'react';
import { fetchJson } from '@/components/data/fetch-json';
import { listLines, type OpenBatch } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import type { WithdrawalList } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import type { ListMemory } from '@/components/list/use-list';
import { requestListEndpoint } from '@/lib/requests/list/contract';
import { isFinalEntry, type ListEntry } from '@/lib/requests/list/entry';
import { ALL_REQUESTS, writeRequestQuery } from '@/lib/requests/list/query';

const REFRESH_MS = 15_000;
const PAGE_ROWS = 500;

// Kept with the list, so that Back finds its batches open.
const OPEN = new WeakMap<ListMemory, readonly string[]>();
const NONE: readonly string[] = [];

/** Gives the rows of a list with those of its open batches, which are read again until they are final. */
export function useOpenBatches({ memory, items, start }: WithdrawalList) {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const open = OPEN.get(memory) ?? NONE;
  const batches = useQueries({
    queries: open.map((batchId) => ({
      queryKey: ['requests of a batch', batchId],
      queryFn: ({ signal }: { signal: AbortSignal }) => readBatch(batchId, signal),
      refetchInterval: ({ state }: { state: { data?: readonly ListEntry[] | undefined } }) =>
        state.data?.every(isFinalEntry) ? false : REFRESH_MS,
      staleTime: REFRESH_MS,
      retry: false,
      networkMode: 'always' as const,
    })),
  });
  const states = useMemo(
    () => new Map(open.map((batchId, index): [string, OpenBatch] => [batchId, batches[index] ?? LOADING])),
    [open, batches],
  );
  return {
    lines: useMemo(() => listLines(items, start, states), [items, start, states]),
    toggle: useCallback(
      (batchId: string) => {
        const others = (OPEN.get(memory) ?? NONE).filter((id) => id !== batchId);
        OPEN.set(memory, others.length < (OPEN.get(memory)?.length ?? 0) ? others : [...others, batchId]);
        drawAgain();
      },
      [memory],
    ),
    refresh: () => {
      for (const { refetch } of batches) void refetch();
    },
  };
}

const LOADING: OpenBatch = { data: undefined, error: null, refetch: () => undefined };

/** Reads all requests of a batch, which are at most a thousand. */
export async function readBatch(batchId: string, signal: AbortSignal): Promise<ListEntry[]> {
  const search = writeRequestQuery({ ...ALL_REQUESTS, batch: batchId });
  search.set('limit', String(PAGE_ROWS));
  const all: ListEntry[] = [];
  for (;;) {
    const { items, nextCursor } = await fetchJson(requestListEndpoint(search), { signal });
    all.push(...items);
    if (nextCursor === null) return all;
    search.set('cursor', nextCursor);
  }
}
