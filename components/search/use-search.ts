'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { cacheTimeFor } from '@/components/data/query-provider';
import { fetchJson } from '@/components/data/fetch-json';
import { transferPageEndpoint } from '@/lib/transfers/contract';
import { searchEndpoint } from '@/lib/search/contract';
import { type FoundBeside, NOTHING_FOUND } from '@/lib/search/found';
import type { EndpointCall } from '@/lib/http/endpoint';

const MAX_HITS = 8;
// The pause in typing before a search. Pasted text is searched at once.
const PAUSE_MS = 90;
const MINUTE_MS = 60_000;
// What the server's render has found is not asked again at once.
const INITIAL_STALE_MS = 5_000;

/**
 * Searches for a text: transfers in the mirror, and beside them withdrawal requests and recipients. Two calls, so that
 * a request is shown while a transfer is still looked up at the service, and a transfer waits for neither.
 */
export function useSearch(text: string) {
  const wanted = text.trim();
  const q = useDebounced(wanted);
  const transfers = useSearchQuery(
    'find',
    q,
    transferPageEndpoint(new URLSearchParams({ q, limit: String(MAX_HITS) })),
  );
  const beside = useFoundBeside(q);
  // Until then, the results are those of an earlier text.
  const isSettled = wanted === '' || (q === wanted && !transfers.isPending && !transfers.isPlaceholderData);
  return {
    found: transfers.data,
    // The matches of an earlier text would name the wrong request.
    beside: q === wanted && beside ? beside : NOTHING_FOUND,
    isBesideSettled: q === wanted && beside !== undefined,
    error: isSettled ? transfers.error : null,
    isSettled,
  };
}

/**
 * Searches withdrawal requests and recipients. `initial`: what the server's render found, for its text. Undefined until
 * the answer is there, and where the search failed or is not allowed.
 */
export function useFoundBeside(q: string, initial?: { q: string; found: FoundBeside }): FoundBeside | undefined {
  return useBesideSearch(q, initial).found;
}

/** Searches as `useFoundBeside` does, and says where that failed. */
export function useBesideSearch(q: string, initial?: { q: string; found: FoundBeside }) {
  // Asked after what the page itself asks for: the list is what most searches are for.
  const wanted = useDeferredValue(q);
  const { data, error } = useSearchQuery(
    'find-beside',
    wanted,
    searchEndpoint(wanted),
    initial && { q: initial.q, answer: initial.found },
  );
  return { found: data?.q === q ? data.answer : undefined, error };
}

// The signal cancels the query, down to the database, as soon as the next keystroke starts another.
function useSearchQuery<Answer>(
  name: string,
  q: string,
  call: EndpointCall<Answer>,
  initial?: { q: string; answer: Answer },
) {
  return useQuery({
    queryKey: [name, q],
    queryFn: async ({ signal }) => ({ q, answer: await fetchJson(call, { signal }) }),
    enabled: q !== '',
    ...(initial?.q === q && { initialData: initial, staleTime: INITIAL_STALE_MS }),
    placeholderData: keepPreviousData,
    gcTime: cacheTimeFor(MINUTE_MS),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Debounces a text; passes it on at once where it was cleared or changed by more than one character. */
export function useDebounced(text: string, pauseMs = PAUSE_MS): string {
  const [{ last, settled }, setState] = useState({ last: text, settled: text });
  if (text !== last) {
    const isAtOnce = text === '' || Math.abs(text.length - last.length) > 1;
    setState({ last: text, settled: isAtOnce ? text : settled });
  }
  useEffect(() => {
    const timer = setTimeout(() => setState({ last: text, settled: text }), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
