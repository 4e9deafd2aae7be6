'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cacheTimeFor } from '@/components/data/query-provider';
import { fetchJson } from '@/components/data/fetch-json';
import { transferPageEndpoint } from '@/lib/transfers/contract';
import { findRequestsEndpoint } from '@/lib/requests/contract';
import type { EndpointCall } from '@/lib/http/endpoint';

const MOST_HITS = 8;
// Between two keystrokes of somebody who types; what is pasted is asked for at once.
const PAUSE_MS = 90;
const MINUTE_MS = 60_000;

/** What was found for a text: transfers from the mirror, and withdrawals asked for here. */
export function useFind(text: string) {
  const wanted = text.trim();
  const q = usePausing(wanted);
  const transfers = useFound('find', q, transferPageEndpoint(new URLSearchParams({ q, limit: String(MOST_HITS) })));
  const requests = useFound('find-requests', q, findRequestsEndpoint(q));
  // Until then what is shown, if anything, answers an earlier text.
  const isSettled = wanted === '' || (q === wanted && !transfers.isPending && !transfers.isPlaceholderData);
  return {
    found: transfers.data,
    requests: requests.data?.answer ?? [],
    error: isSettled ? transfers.error : null,
    isSettled,
  };
}

// The signal ends the question, down to the database, as soon as the next keystroke asks another.
function useFound<Answer>(name: string, q: string, call: EndpointCall<Answer>) {
  return useQuery({
    queryKey: [name, q],
    queryFn: async ({ signal }) => ({ q, answer: await fetchJson(call, { signal }) }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: cacheTimeFor(MINUTE_MS),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** A text once its typing pauses; at once where it was emptied, or more than a key's worth of it changed. */
function usePausing(text: string): string {
  const [{ last, settled }, setState] = useState({ last: text, settled: text });
  if (text !== last) {
    const isAtOnce = text === '' || Math.abs(text.length - last.length) > 1;
    setState({ last: text, settled: isAtOnce ? text : settled });
  }
  useEffect(() => {
    const timer = setTimeout(() => setState({ last: text, settled: text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
