'use client';

import { clsx } from 'clsx';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Verdict } from '@/lib/requests/decisions';
import { describeDecision } from '@/lib/requests/describe-decision';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';

/** The place of the message in the page: the id of a request, or the queue itself. */
type Place = { requestId: string } | 'queue';

/** What the reader decided about one request. */
export interface MadeDecision {
  requestId: string;
  verdict: Verdict;
  /** What the decision did, as far as it was known at once. */
  text: string;
}

interface LastDecision extends MadeDecision {
  place: string;
  atMs: number;
}

const KEY = ['last-decision'];
// Long enough for the next page to load; a person who comes back later has read the message.
const FRESH_MS = 15_000;
const FOLLOW_MS = 1_000;
const nameOf = (place: Place) => (place === 'queue' ? place : place.requestId);

/** Remembers what the reader's decision did, for the page that shows it: usually the next in the queue. */
export function rememberDecision(client: QueryClient, decision: MadeDecision, place: Place): void {
  client.setQueryData<LastDecision>(KEY, { ...decision, place: nameOf(place), atMs: Date.now() });
}

/** What the reader's last decision did; `isBad` where the withdrawal came to a bad end since. */
interface ShownDecision {
  text: string;
  isBad: boolean;
}

/**
 * Returns what the reader's last decision did, where this page is to show it. Follows a withdrawal that is being sent.
 */
export function useLastDecision(place: Place): ShownDecision | undefined {
  const { data } = useQuery<LastDecision>({ queryKey: KEY, queryFn: skipToken });
  const [shownSince] = useState(() => Date.now());
  const shown = data?.place === nameOf(place) && data.atMs > shownSince - FRESH_MS ? data : undefined;
  const { data: request } = useQuery({
    ...requestQuery(shown?.requestId ?? ''),
    enabled: shown?.verdict === 'APPROVED',
    // The page of the decision has just read it.
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && isLeaving(state.data) ? FOLLOW_MS : false),
  });
  if (!shown) return undefined;
  if (!request) return { text: shown.text, isBad: false };
  const isBad = shown.verdict === 'APPROVED' && !['waiting', 'done'].includes(describeRequest(request).tone);
  return { text: describeDecision(request, shown.verdict), isBad };
}

const isLeaving = ({ state, send }: RequestView) =>
  state === 'APPROVED' && (send?.state === 'QUEUED' || send?.state === 'SENDING');

/** Shows what the reader's last decision did. */
export function DecisionText({ id, text, isBad }: ShownDecision & { id?: string }) {
  return (
    <p
      id={id}
      className={clsx(
        'mb-4 rounded-panel border px-3 py-2 text-body font-medium [overflow-wrap:anywhere] print:hidden',
        isBad ? 'border-bad/40 bg-bad-soft' : 'border-good/40 bg-good-soft',
      )}
    >
      <UntrustedText text={text} limit={600} />
    </p>
  );
}
