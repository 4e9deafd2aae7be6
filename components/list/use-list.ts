'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyPage } from '@/components/list/list-kind';
import { type ListKind, type ListState, ListStore } from '@/components/list/list-store';
import type { Explanation } from '@/lib/http/problems';

/**
 * First page as the server rendered it: the query of the address, and the first rows or the reason why there are none.
 */
export interface FirstPage<Page extends AnyPage> {
  parameters: string;
  page: Page | Explanation;
}

const MAX_CACHED_LISTS = 12;
const POLL_MS = 5000;
// The server is still reading new items from the service while the first rows are shown.
const FIRST_POLL_MS = 1000;
// The visible rows are refreshed with every third poll.
const POLLS_PER_REFRESH = 3;

/**
 * Gives the list of a query. A list that was left is kept, so that Back finds it unchanged. `isStale`: the list is
 * still that of the query before.
 */
export function useList<Item, Page extends AnyPage>(
  kind: ListKind<Item, Page>,
  parameters: string,
  first: FirstPage<Page>,
): { list: ListStore<Item, Page>; state: ListState<Item, Page>; isStale: boolean } {
  // On the server, a list lives for one render.
  const [lists] = useState(() =>
    typeof window === 'undefined' ? new Map<string, ListStore<Item, Page>>() : kind.lists,
  );
  const list = takeList({ kind, lists, parameters, first });
  const state = useListState(list);
  const isThere = state.info !== undefined || state.error !== undefined;

  const [shown, setShown] = useState(list);
  if (isThere && shown !== list) setShown(list);
  const shownState = useListState(shown);

  useEffect(() => {
    const { info, error } = list.state();
    if (!info && !error) void list.readTop();
    return () => list.stop();
  }, [list]);

  // The server's rows are newer than those of a kept list.
  useEffect(() => {
    const { page } = first;
    if ('items' in page) kind.lists.get(first.parameters)?.update(kind.rowsOf(page));
  }, [kind, first]);

  usePolling(list);
  return isThere ? { list, state, isStale: false } : { list: shown, state: shownState, isStale: true };
}

interface TakeListInput<Item, Page extends AnyPage> {
  kind: ListKind<Item, Page>;
  lists: Map<string, ListStore<Item, Page>>;
  parameters: string;
  first: FirstPage<Page>;
}

function takeList<Item, Page extends AnyPage>({
  kind,
  lists,
  parameters,
  first,
}: TakeListInput<Item, Page>): ListStore<Item, Page> {
  const known = lists.get(parameters);
  const list = known ?? new ListStore(kind, parameters);
  if (!known && parameters === first.parameters) list.start(first.page);
  // Ordered by last use, so that the oldest is dropped first.
  lists.delete(parameters);
  lists.set(parameters, list);
  for (const oldest of lists.keys()) if (lists.size > MAX_CACHED_LISTS) lists.delete(oldest);
  return list;
}

function useListState<Item, Page extends AnyPage>(list: ListStore<Item, Page>): ListState<Item, Page> {
  return useSyncExternalStore(list.subscribe, list.state, list.state);
}

// Only while the page is visible.
function usePolling<Item, Page extends AnyPage>(list: ListStore<Item, Page>): void {
  useEffect(() => {
    let running: AbortController | undefined;
    let polls = 0;
    const look = async () => {
      if (document.hidden || !list.state().info) return;
      running?.abort();
      running = new AbortController();
      const { signal } = running;
      polls += 1;
      await list.countNewer(signal);
      if (polls % POLLS_PER_REFRESH === 0) await list.refreshDrawn(signal);
    };
    // A failed poll is silent: the next poll, or the reader's next action, shows the problem.
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
