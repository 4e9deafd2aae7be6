'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ListState, TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import type { Explanation } from '@/lib/http/problems';
import type { TransferListPage } from '@/lib/transfers/transfer';

/** What the server drew the page with: the query of its address, and its first rows or why there are none. */
export interface FirstPage {
  parameters: string;
  page: TransferListPage | Explanation;
}

const MOST_KEPT = 12;
const POLL_MS = 5000;
// What the service has beyond the first rows is being asked for while these are shown.
const FIRST_POLL_MS = 1000;
// So many times as often as what is drawn is read again.
const POLLS_TO_FRESHEN = 3;

// Of this browser: on the server a list lives for one drawing.
const kept = new Map<string, TransferList>();

/** The list of a query. One that was left is as it was, so that Back finds it so; `isStale`: what is shown still answers the query before. */
export function useTransferList(
  parameters: string,
  first: FirstPage,
): { list: TransferList; state: ListState; isStale: boolean } {
  const [lists] = useState(() => (typeof window === 'undefined' ? new Map<string, TransferList>() : kept));
  const list = listIn(lists, parameters, first);
  const state = useListState(list);
  const isThere = state.about !== undefined || state.error !== undefined;

  const [shown, setShown] = useState(list);
  if (isThere && shown !== list) setShown(list);
  const shownState = useListState(shown);

  useEffect(() => {
    const { about, error } = list.state();
    if (!about && !error) void list.readTop();
    return () => list.stop();
  }, [list]);

  // Where the server has read again what is kept here, its rows are the newer ones.
  useEffect(() => {
    if ('items' in first.page) kept.get(first.parameters)?.update(first.page.items.filter((item) => item.id !== null));
  }, [first]);

  usePolling(list);
  return isThere ? { list, state, isStale: false } : { list: shown, state: shownState, isStale: true };
}

function listIn(lists: Map<string, TransferList>, parameters: string, first: FirstPage): TransferList {
  const known = lists.get(parameters);
  const list = known ?? new TransferList(parameters);
  if (!known && parameters === first.parameters) list.begin(first.page);
  // The one that was used last is the last to go.
  lists.delete(parameters);
  lists.set(parameters, list);
  for (const oldest of lists.keys()) if (lists.size > MOST_KEPT) lists.delete(oldest);
  return list;
}

function useListState(list: TransferList): ListState {
  return useSyncExternalStore(list.subscribe, list.state, list.state);
}

// Only while somebody can see it.
function usePolling(list: TransferList): void {
  useEffect(() => {
    let running: AbortController | undefined;
    let polls = 0;
    const look = async () => {
      if (document.hidden || !list.state().about) return;
      running?.abort();
      running = new AbortController();
      const { signal } = running;
      polls += 1;
      await list.lookForNewer(signal);
      if (polls % POLLS_TO_FRESHEN === 0) await list.freshen(signal);
    };
    // What it would have said is said by the next one, or by the reader's own next step.
    const poll = () => void look().catch(() => undefined);
    const first = setTimeout(poll, FIRST_POLL_MS);
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
      running?.abort();
    };
  }, [list]);
}
