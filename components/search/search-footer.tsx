'use client';

import { ExplanationNotice } from '@/components/data/explanation-notice';
import { basisWords, NothingFound } from '@/components/search/search-coverage';
import { explainError } from '@/components/data/fetch-json';
import type { TransferListPage } from '@/lib/transfers/transfer';

interface FindFooterProps {
  text: string;
  page: TransferListPage | undefined;
  hits: number;
  requests: number;
  error: Error | null;
  isSettled: boolean;
}

/** Below what was found: how much it is, what it rests on, or why there is nothing. Read out when the answer is there. */
export function FindFooter({ text, page, hits, requests, error, isSettled }: FindFooterProps) {
  return (
    <div aria-live="polite" aria-busy={!isSettled} className="border-t border-line px-4 py-2.5 text-xs">
      {error ? (
        <ExplanationNotice explanation={explainError(error)} />
      ) : !isSettled || !page ? (
        <p className="text-dim">Searching…</p>
      ) : hits === 0 ? (
        <NothingFound text={text} coverage={page.coverage} asked={page.liveLookup} />
      ) : (
        <p className="text-dim">
          <span className="sr-only">{countWords(hits, requests, page.nextCursor !== null)}. </span>
          {basisWords(page.coverage)}
        </p>
      )}
      {isSettled && page?.note && <p className="mt-1 text-dim">{page.note}</p>}
    </div>
  );
}

function countWords(hits: number, requests: number, hasMore: boolean): string {
  const transfers = hasMore
    ? `The first ${hits} transfers are shown`
    : `${hits} ${hits === 1 ? 'transfer' : 'transfers'} found`;
  return requests === 0 ? transfers : `${transfers}, ${requests} withdrawals asked for here`;
}
