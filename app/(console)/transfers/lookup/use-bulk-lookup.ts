'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { readPasted, subscribePasted } from '@/components/search/pasted-terms-store';
import { fetchJson, withJson } from '@/components/data/fetch-json';
import { matchTermsToRows, uniqueTerms } from '@/lib/transfers/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { bulkLookupEndpoint } from '@/lib/transfers/contract';

/** What was pasted, here or in a search box, and what came of it. It is there again when a person comes back from a transfer. */
export function useBulkLookup() {
  const pasted = useSyncExternalStore(subscribePasted, readPasted, () => '');
  const terms = useMemo(() => splitPastedTerms(pasted), [pasted]);
  const asked = useMemo(() => uniqueTerms(terms), [terms]);
  const query = useQuery({
    queryKey: ['look-up', asked],
    queryFn: ({ signal }) => fetchJson(bulkLookupEndpoint(), { ...withJson({ text: asked.join('\n') }), signal }),
    enabled: asked.length > 0 && asked.length <= MAX_TERMS,
    // The table stays as it was said until it is asked for again.
    staleTime: Infinity,
    retry: false,
  });
  const { data } = query;
  const lines = useMemo(() => data && matchTermsToRows(terms, data.rows), [terms, data]);
  return { pasted, lines, query };
}
