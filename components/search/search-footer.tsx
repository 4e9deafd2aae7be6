'use client';

import { ExplanationNotice } from '@/components/data/explanation-notice';
import { describeSearchCoverage, NoTransferFound } from '@/components/search/search-coverage';
import { PaidLine } from '@/components/search/paid-line';
import { SimilarReferences } from '@/components/search/similar-references';
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
          liveLookup={page.liveLookup}
          beside={isBesideSettled ? beside : undefined}
        />
      ) : (
        <p className="text-dim">
          <span className="sr-only">{describeCount(hits, beside, page.nextCursor !== null)}. </span>
          {describeSearchCoverage(page.coverage)}
        </p>
      )}
      {isSettled && page && hits === 0 && <SimilarReferences references={page.similar ?? []} />}
      {beside.paid && <PaidLine paid={beside.paid} onChoose={onChoose} />}
      {isSettled && page?.note && <p className="mt-1 text-dim">{page.note}</p>}
    </div>
  );
}

function describeCount(hits: number, { requests, recipients, notes }: FoundBeside, hasMore: boolean): string {
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
    ...(notes.length === 0 ? [] : [`${notes.length} case ${notes.length === 1 ? 'note' : 'notes'}`]),
  ];
  return [transfers, ...beside].join(', ');
}
