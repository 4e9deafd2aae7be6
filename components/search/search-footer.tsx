'use client';

import { ExplanationNotice } from '@/components/data/explanation-notice';
import { NoTransferFound, SearchedLine } from '@/components/search/search-coverage';
import { PaidLine } from '@/components/search/paid-line';
import { explainError } from '@/components/data/fetch-json';
import type { FoundBeside } from '@/lib/search/found';
import type { TransferListPage } from '@/lib/transfers/transfer';

interface SearchFooterProps {
  text: string;
  page: TransferListPage | undefined;
  hits: number;
  beside: FoundBeside;
  isBesideSettled: boolean;
  error: Error | null;
  isSettled: boolean;
  onChoose: () => void;
}

/**
 * The line below the results: their number and what was searched, or why there are none. Read out by screen readers.
 */
export function SearchFooter({
  text,
  page,
  hits,
  beside,
  isBesideSettled,
  error,
  isSettled,
  onChoose,
}: SearchFooterProps) {
  return (
    <div aria-live="polite" aria-busy={!isSettled} className="border-t border-line px-4 py-2.5 text-label">
      {error ? (
        <ExplanationNotice explanation={explainError(error)} />
      ) : !isSettled || !page ? (
        <p className="text-dim">Searching…</p>
      ) : hits === 0 ? (
        <NoTransferFound
          text={text}
          coverage={page.coverage}
          limits={page.limits}
          liveLookup={page.liveLookup}
          beside={isBesideSettled ? beside : undefined}
          within={{ isCutShort: page.note !== undefined }}
        />
      ) : (
        <>
          <p className="sr-only">{describeCount(hits, beside, page.nextCursor !== null)}. </p>
          <SearchedLine coverage={page.coverage} limits={page.limits} beside={isBesideSettled ? beside : undefined} />
        </>
      )}
      {beside.paid && <PaidLine paid={beside.paid} onChoose={onChoose} />}
      {isSettled && page?.note && <p className="mt-1 text-dim">{page.note}</p>}
    </div>
  );
}

function describeCount(hits: number, { requests, recipients, notes, batches }: FoundBeside, hasMore: boolean): string {
  const transfers = hasMore
    ? `Showing the first ${hits} transfers`
    : `${hits} ${hits === 1 ? 'transfer' : 'transfers'} found`;
  const beside = [
    ...(requests.length === 0
      ? []
      : [`${requests.length} withdrawal ${requests.length === 1 ? 'request' : 'requests'}`]),
    ...(recipients.length === 0
      ? []
      : [`${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}`]),
    ...(batches.length === 0 ? [] : [`${batches.length} ${batches.length === 1 ? 'batch' : 'batches'}`]),
    ...(notes.length === 0 ? [] : [`${notes.length} case ${notes.length === 1 ? 'note' : 'notes'}`]),
  ];
  return [transfers, ...beside].join(', ');
}
