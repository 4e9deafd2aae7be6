'use client';

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { openBatchesOf, type OpenBatchStates } from '@/app/(console)/withdrawals/_list/open-batches';
import { itemKeysOf, listLines } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import type { WithdrawalList } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import type { ListEntry } from '@/lib/requests/list/entry';

const REFRESH_MS = 15_000;
const NONE: OpenBatchStates = new Map();

/** Gives the rows of a list with those of its open batches, which are refreshed while the page is visible. */
export function useOpenBatches(list: WithdrawalList, items: readonly ListEntry[]) {
  const batches = openBatchesOf(list);
  const states = useSyncExternalStore(batches.subscribe, batches.states, () => NONE);
  const lines = useMemo(() => listLines(items, states), [items, states]);
  useEffect(() => {
    const reading = new AbortController();
    const timer = setInterval(() => {
      // A failed refresh is silent: the next one, or the reader's next action, shows the problem.
      if (!document.hidden) void batches.refreshDrawn(reading.signal).catch(() => undefined);
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
      reading.abort();
    };
  }, [batches]);
  return {
    lines,
    toggle: useCallback((batchId: string) => batches.toggle(batchId), [batches]),
    readMore: useCallback((batchId: string) => void batches.readMore(batchId), [batches]),
    setDrawn: useCallback((keys: readonly string[]) => batches.setDrawn(itemKeysOf(keys)), [batches]),
    readTop: useCallback(() => void batches.readTop(), [batches]),
  };
}
