'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { readPasted, subscribePasted } from '@/components/search/pasted-terms-store';
import { fetchJson, withJson } from '@/components/data/fetch-json';
import { matchTermsToRows, uniqueTerms } from '@/lib/transfers/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { bulkLookupEndpoint } from '@/lib/transfers/contract';

/**
 * Looks up the text that was pasted here or in a search box. Keeps text and results while the reader opens a transfer.
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
  const { data } = query;
  const lines = useMemo(() => data && matchTermsToRows(terms, data.rows), [terms, data]);
  return { pasted, lines, query };
}
