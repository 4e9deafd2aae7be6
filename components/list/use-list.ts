'use client';

/*
 * The list of a query, held by react-query under [name, parameters, edition]. A list that was left is kept there, so
 * that Back finds it as it was.
 *
 *   state               what the page shows
 *   ------------------  ----------------------------------------------------------------------------------------------
 *   another query       the rows of the query before, unreadable (`isStale`), until this one has rows, none or an error
 *   another edition     the rows as they were (`reading` is 'top'), until the newest are there or cannot be read
 *   shown               rows, and at their end "Load more" (`hasMore`), their number, or the empty list
 *   reading more        `reading` is 'more'; a page that cannot be read leaves the rows, and can be read again
 *
 * Invariants:
 * - Every item has one row, at the index where it was first read, even if it moves along the order meanwhile.
 * - New items are counted (`newer`) and announced, never inserted above what the reader is looking at: only `refresh`
 *   replaces the rows, by an edition of its own.
 * - Items that are not final are read again in place, and only while they are in sight.
 * - At most MAX_PAGES pages are held. Those above are read again when the reader comes back to them.
 */

import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { fetchJson } from '@/components/data/fetch-json';
import type { AnyPage, InfoOf, ListKind } from '@/components/list/list-kind';
import {
  type HeldPage,
  type HeldPages,
  holdPage,
  infoOf,
  itemsOf,
  type PageStart,
  type RowRange,
  startAfter,
  startBefore,
  startOf,
  TOP,
  updateItems,
} from '@/components/list/list-pages';
import { READING, TOP_ROWS, useDrawnRows, useNewer, withSearch } from '@/components/list/use-live-list';
import type { Explanation } from '@/lib/http/problems';

/**
 * First page as the server rendered it: the query of the address, and the first rows or the reason why there are none.
 */
export interface FirstPage<Page extends AnyPage> {
  parameters: string;
  page: Page | Explanation;
}

/** What is remembered of the list of a query while the reader is elsewhere. */
export interface ListMemory {
  /** The scroll position (px). */
  scrollTop: number;
  edition: number;
  /** The cursor of the first row; null for a list without rows. */
  top: string | null;
}

/** The list of a query, as far as it was read. */
export interface List<Item, Page extends AnyPage> {
  memory: ListMemory;
  /** The rows that are held, and the index of the first one. */
  items: readonly (Item | undefined)[];
  start: number;
  /** Facts of the last answer about the whole list; undefined before the first page. */
  info: InfoOf<Page> | undefined;
  /** When the answer came (ms since 1970). */
  readAtMs: number;
  hasMore: boolean;
  /** The number of items that have come above the first row since. */
  newer: number;
  reading: 'top' | 'more' | undefined;
  /** The page whose last read failed, and why. */
  error: { of: 'top' | 'more'; reason: Error | Explanation } | undefined;
  /** Changes whenever the rows are replaced. */
  edition: string;
  /** True if the rows are those of the query before. */
  isStale: boolean;
  /** Reads the first page, which then replaces all rows. */
  refresh: () => void;
  /** Reads the next page. */
  readMore: () => void;
  /** Reads the page with a row above those that are held. */
  readAbove: (index: number) => void;
  /** Records the items of the drawn rows. */
  setDrawn: (range: RowRange) => void;
  /** Updates the rows of items that were read elsewhere. */
  update: (seen: readonly Item[]) => void;
}

const PAGE_ROWS = 200;
const MAX_PAGES = 40;
// A page of the server is taken once: later, the rows that are held are newer.
const TAKEN = new WeakSet<object>();

/** Gives the list of a query. */
export function useList<Item, Page extends AnyPage>(
  kind: ListKind<Item, Page>,
  parameters: string,
  first: FirstPage<Page>,
): List<Item, Page> {
  const client = useQueryClient();
  const memory = useMemo(() => remember(client, kind.name, parameters), [client, kind, parameters]);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const { edition } = memory;
  const key = useMemo(() => [kind.name, parameters, edition] as const, [kind, parameters, edition]);
  const ofServer = parameters === first.parameters && edition === 0 ? first.page : undefined;

  const query = useInfiniteQuery<HeldPage<Item, Page>, Error, HeldPages<Item, Page>, typeof key, PageStart>({
    ...READING,
    queryKey: key,
    queryFn: async ({ pageParam: start, signal }) => {
      const search = withSearch(parameters, start.cursor === null ? { limit: TOP_ROWS } : pageOf(start.cursor));
      const page = await fetchJson(kind.pageEndpoint(search), { signal });
      return holdPage(kind, page, { start, held: client.getQueryData<HeldPages<Item, Page>>(key) });
    },
    initialPageParam: TOP,
    getNextPageParam: (last, _pages, start) => startAfter(last, start),
    getPreviousPageParam: (_first, _pages, start) => startBefore(start),
    maxPages: MAX_PAGES,
    enabled: ofServer === undefined || isPage(ofServer),
    ...(ofServer && isPage(ofServer) && { initialData: () => holdFirst(kind, ofServer) }),
  });

  const error = query.error ?? (ofServer && !isPage(ofServer) ? ofServer : undefined);
  const own = query.data && { parameters, key, memory, held: query.data };
  const [last, setLast] = useState(own);
  if (own && own.held !== last?.held) setLast(own);
  // An error ends the waiting: the rows of another query are no answer then.
  const shown = own ?? (error && last?.parameters !== parameters ? undefined : last);

  const [top, topStart] = [query.data?.pages[0], query.data?.pageParams[0]];
  if (top && topStart?.index === 0) rememberTop(memory, top.answer.topCursor);
  const newer = useNewer(kind, { parameters, key, than: query.data && memory.top });
  const update = useCallback(
    (seen: readonly Item[]) =>
      void client.setQueryData<HeldPages<Item, Page>>(key, (held) => held && updateItems(kind, held, seen)),
    [client, kind, key],
  );
  const { setDrawn, refreshDrawn } = useDrawnRows(kind, { parameters, key, isRead: query.data !== undefined, update });
  const isOpening = useRef(true);
  const takeFirst = useEffectEvent(({ page, parameters: ofPage }: FirstPage<Page>) => {
    const isBack = isOpening.current;
    isOpening.current = false;
    if (!isPage(page) || ofPage !== parameters || query.data === undefined) return;
    const isNew = !TAKEN.has(page);
    TAKEN.add(page);
    // The server's rows are newer than those of a kept list, whose reader is at its top or has a place in it.
    if (isNew && isBack && memory.scrollTop === 0) client.setQueryData(key, holdFirst(kind, page));
    else {
      if (isNew) update(kind.rowsOf(page));
      if (isBack) refreshDrawn();
    }
  });
  useEffect(() => takeFirst(first), [first]);

  const { fetchNextPage, fetchPreviousPage, isFetching, refetch } = query;
  const readMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const readAbove = useCallback(
    (index: number) => {
      const held = client.getQueryData<HeldPages<Item, Page>>(key);
      const [start, page] = [held?.pageParams[0], held?.pages.at(-1)];
      if (!start || !page) return;
      if (startBefore(start) && index >= start.index - PAGE_ROWS)
        return void fetchPreviousPage({ cancelRefetch: false });
      // Far above, or at the top: the pages between are not read.
      const pages = [{ ...page, items: [] }];
      client.setQueryData<HeldPages<Item, Page>>(key, { pages, pageParams: [startOf(index, start)] });
      void refetch();
    },
    [client, key, fetchPreviousPage, refetch],
  );
  const refresh = useCallback(() => {
    startOver(memory);
    drawAgain();
  }, [memory]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const held = shown?.held;
  const items = useMemo(() => itemsOf(held), [held]);
  const lastPage = held?.pages.at(-1);
  const isNewest = newer.readAtMs > (lastPage?.readAtMs ?? 0);
  const ofError = query.isFetchNextPageError ? 'more' : 'top';
  const isReadingTop = isFetching && !query.isFetchingNextPage && !query.isFetchingPreviousPage;
  return {
    memory: shown?.memory ?? memory,
    items,
    start: held?.pageParams[0]?.index ?? 0,
    info: lastPage && { ...infoOf(lastPage.answer), ...(isNewest && newer.info) },
    readAtMs: (isNewest ? newer.readAtMs : lastPage?.readAtMs) ?? 0,
    hasMore: lastPage !== undefined && lastPage.answer.nextCursor !== null,
    newer: own ? newer.count : 0,
    reading: query.isFetchingNextPage ? 'more' : isReadingTop ? 'top' : undefined,
    error: error ? { of: ofError, reason: error } : undefined,
    edition: shown?.key.join(' ') ?? '',
    isStale: shown !== undefined && shown.parameters !== parameters,
    // A list that could not be read is read again, under the same edition.
    refresh: query.error && !own ? retry : refresh,
    readMore,
    readAbove,
    setDrawn,
    update,
  };
}

const pageOf = (cursor: string) => ({ limit: PAGE_ROWS, cursor });

function holdFirst<Item, Page extends AnyPage>(kind: ListKind<Item, Page>, page: Page): HeldPages<Item, Page> {
  return { pages: [holdPage(kind, page, { start: TOP })], pageParams: [TOP] };
}

function remember(client: QueryClient, ...key: readonly string[]): ListMemory {
  const kept = client.getQueryData<ListMemory>(['memory', ...key]);
  if (kept) return kept;
  const memory: ListMemory = { scrollTop: 0, edition: 0, top: null };
  client.setQueryData(['memory', ...key], memory);
  return memory;
}

/** Begins an edition of a list, at its top. */
function startOver(memory: ListMemory): void {
  memory.edition += 1;
  memory.scrollTop = 0;
}

// The first page may be held no longer when newer items are counted.
function rememberTop(memory: ListMemory, top: string | null): void {
  memory.top = top;
}

function isPage<Page extends AnyPage>(first: Page | Explanation): first is Page {
  return 'items' in first;
}
