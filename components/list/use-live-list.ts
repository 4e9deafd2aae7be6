'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import type { AnyPage, InfoOf, ListKind } from '@/components/list/list-kind';
import { type HeldPages, infoOf, openPages, type RowRange } from '@/components/list/list-pages';

/** The number of rows of the first page. */
export const TOP_ROWS = 50;
const POLL_MS = 5000;
// The server is still reading new items from the service while the first rows are shown.
const FIRST_POLL_MS = 1000;
const REFRESH_MS = 15_000;

/** How a list is read: when it is asked for and at no other time, and a failure is said at once. */
export const READING = { staleTime: Infinity, retry: false, networkMode: 'always', structuralSharing: false } as const;

interface DrawnInput<Item> {
  parameters: string;
  key: readonly unknown[];
  isRead: boolean;
  update: (seen: readonly Item[]) => void;
}

/** Reads the pages with drawn rows that are not final again, page by page as they were read. */
export function useDrawnRows<Item, Page extends AnyPage>(
  kind: ListKind<Item, Page>,
  { parameters, key, isRead, update }: DrawnInput<Item>,
) {
  const client = useQueryClient();
  const drawn = useRef<RowRange>({ start: 0, end: 0 });
  const { refetch } = useQuery({
    ...READING,
    queryKey: [...key, 'drawn rows'],
    queryFn: async ({ signal }) => {
      const held = client.getQueryData<HeldPages<Item, Page>>(key);
      for (const { cursor, rows } of held ? openPages(kind, held, drawn.current) : []) {
        const search = withSearch(parameters, { limit: rows, ...(cursor !== null && { cursor }) });
        update(kind.rowsOf(await fetchJson(kind.pageEndpoint(search), { ...POLLING, signal })));
      }
      return null;
    },
    enabled: isRead,
    initialData: null,
    refetchInterval: REFRESH_MS,
  });
  const setDrawn = useCallback((range: RowRange) => {
    drawn.current = range;
  }, []);
  return { setDrawn, refreshDrawn: useCallback(() => void refetch(), [refetch]) };
}

interface NewerInput {
  parameters: string;
  key: readonly unknown[];
  /** The cursor of the first row; null for a list without rows, undefined before it was read. */
  than: string | null | undefined;
}

/** Counts the items above the first row, and reads what has changed about the whole list. */
export function useNewer<Item, Page extends AnyPage>(
  { newerEndpoint, pageEndpoint, rowsOf }: ListKind<Item, Page>,
  { parameters, key, than }: NewerInput,
): { count: number; info: Partial<InfoOf<Page>>; readAtMs: number } {
  const { data } = useQuery<{ count: number; info: Partial<InfoOf<Page>>; readAtMs: number }>({
    ...READING,
    queryKey: [...key, 'newer'],
    queryFn: async ({ signal }) => {
      const init = { ...POLLING, signal };
      if (newerEndpoint && than) {
        const info = await fetchJson(newerEndpoint(withSearch(parameters, { than })), init);
        return { count: info.count, info, readAtMs: Date.now() };
      }
      const page = await fetchJson(pageEndpoint(withSearch(parameters, { limit: TOP_ROWS })), init);
      return { count: rowsOf(page).length, info: infoOf<Page>(page), readAtMs: Date.now() };
    },
    enabled: newerEndpoint !== undefined && than !== undefined,
    initialData: NONE_NEWER,
    refetchInterval: ({ state }) => (state.dataUpdateCount + state.errorUpdateCount === 0 ? FIRST_POLL_MS : POLL_MS),
    refetchOnWindowFocus: 'always',
  });
  return data ?? NONE_NEWER;
}

const NONE_NEWER = { count: 0, info: {}, readAtMs: 0 };

/** Gives the parameters of a query, and those of an endpoint. */
export function withSearch(parameters: string, more: Record<string, string | number>): URLSearchParams {
  const search = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(more)) search.set(name, String(value));
  return search;
}
