'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type AskedAnswer, askService } from '@/app/(console)/transfers/lookup/ask-service';
import { readPasted, subscribePasted } from '@/components/search/pasted-terms-store';
import { fetchJson, withJson } from '@/components/data/fetch-json';
import { listTermsToAsk, matchTermsToRows, mergeRows, uniqueTerms } from '@/lib/search/lookup/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { bulkLookupEndpoint } from '@/lib/search/contract';

/**
 * Looks up the text that was pasted here or in a search box: first in the console's own copy, then what is missing at
 * the service. Keeps text and results while the reader opens a transfer.
 */
export function useBulkLookup() {
  const pasted = useSyncExternalStore(subscribePasted, readPasted, () => '');
  const terms = useMemo(() => splitPastedTerms(pasted), [pasted]);
  const unique = useMemo(() => uniqueTerms(terms), [terms]);
  const query = useQuery({
    queryKey: ['bulk-lookup', unique],
    queryFn: ({ signal }) => fetchJson(bulkLookupEndpoint(), { ...withJson({ text: unique.join('\n') }), signal }),
    enabled: unique.length > 0 && unique.length <= MAX_TERMS,
    // The results stay until the reader looks them up again.
    staleTime: Infinity,
    retry: false,
  });
  const { data, dataUpdatedAt } = query;
  const toAsk = useMemo(() => (data ? listTermsToAsk(data.rows) : []), [data]);
  const live = useLiveAnswer([unique.join('\n'), dataUpdatedAt], toAsk);
  const rows = useMemo(() => data && mergeRows(data.rows, live.answer?.rows ?? []), [data, live.answer]);
  const lines = useMemo(() => rows && matchTermsToRows(terms, rows), [terms, rows]);
  return { pasted, lines, query, live };
}

/** Asks the service for terms, once for each answer of the copy, and again for some of them when asked to. */
function useLiveAnswer(key: readonly unknown[], terms: readonly string[]) {
  const client = useQueryClient();
  const queryKey = ['bulk-lookup-live', ...key];
  const store = (answer: AskedAnswer) => client.setQueryData<AskedAnswer>(queryKey, answer);
  const first = useQuery({
    queryKey,
    queryFn: ({ signal }) => askService(terms, { onProgress: store, signal }),
    enabled: terms.length > 0,
    staleTime: Infinity,
    retry: false,
  });
  const again = useMutation({
    mutationFn: (some: readonly string[]) => askService(some, { onProgress: store, before: first.data }),
    onSuccess: store,
  });
  return {
    answer: first.data,
    isAsking: first.isFetching || again.isPending,
    ask: (some: readonly string[]) => again.mutate(some),
  };
}
