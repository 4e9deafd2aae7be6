'use client';

import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';

/** The place of the message in the page: the id of a request, or the queue itself. */
type Place = { requestId: string } | 'queue';

interface LastDecision {
  text: string;
  place: string;
  atMs: number;
}

const KEY = ['last-decision'];
// Long enough for the next page to load; a person who comes back later has read the message.
const FRESH_MS = 15_000;
const nameOf = (place: Place) => (place === 'queue' ? place : place.requestId);

/** Remembers what the reader's decision did, for the page that shows it: usually the next in the queue. */
export function rememberDecision(client: QueryClient, text: string, place: Place): void {
  client.setQueryData<LastDecision>(KEY, { text, place: nameOf(place), atMs: Date.now() });
}

/** Returns what the reader's last decision did, where this page is to show it. */
export function useLastDecision(place: Place): string | undefined {
  const { data } = useQuery<LastDecision>({ queryKey: KEY, queryFn: skipToken });
  const [shownSince] = useState(() => Date.now());
  return data?.place === nameOf(place) && data.atMs > shownSince - FRESH_MS ? data.text : undefined;
}

/** Shows what the reader's last decision did. */
export function DecisionText({ id, text }: { id?: string; text: string }) {
  return (
    <p
      id={id}
      className="mb-4 rounded-panel border border-good/40 bg-good-soft px-3 py-2 text-body font-medium [overflow-wrap:anywhere] print:hidden"
    >
      <UntrustedText text={text} limit={600} />
    </p>
  );
}
