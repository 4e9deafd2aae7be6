'use client';

import { Money } from '@/components/values/money';
import { clsx } from 'clsx';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { SimilarReferences } from '@/components/search/similar-references';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import type { BulkLookupLine, BulkLookupOutcome, LookupMatch, LookupRequest } from '@/lib/search/lookup/bulk-lookup';
import { explainNoMatch, type LookupBasis } from '@/lib/search/lookup/bulk-lookup-csv';
import { routes } from '@/lib/http/routes';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { describeRequest } from '@/lib/requests/request-view';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

/** The layout of a row: side by side, or stacked on a narrow screen. */
export const ROW =
  'grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-5 gap-y-0.5 max-md:gap-x-3 border-b border-line px-3 py-2 last:border-b-0 md:grid-cols-[2.5rem_minmax(0,1.2fr)_7rem_minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,0.9fr)]';

/** The name and the colour of each result. */
export const OUTCOME_LABELS: Record<BulkLookupOutcome, { label: string; className: string }> = {
  found: { label: 'Found', className: '' },
  requested: { label: 'Requested here', className: 'font-medium' },
  several: { label: 'Several', className: 'font-medium text-warn' },
  missing: { label: 'Not found', className: 'font-medium text-bad' },
  unchecked: { label: 'Not checked', className: 'font-medium text-warn' },
};

interface BulkLookupRowProps {
  line: BulkLookupLine;
  basis: LookupBasis;
  isAsking: boolean;
}

/** The rows of a term: one for each match, and one if there is none. */
export function BulkLookupRow({ line, basis, isAsking }: BulkLookupRowProps) {
  const matches: (LookupMatch | undefined)[] = line.matches.length > 0 ? line.matches : [undefined];
  return matches.map((match, index) => (
    <div key={match?.transfer?.id ?? match?.request?.id ?? ''} role="row" className={ROW}>
      <span role="cell" className="text-right text-dim">
        {index === 0 && line.place}
      </span>
      {index === 0 ? <Term line={line} /> : <span role="cell" className="max-md:hidden" />}
      {index === 0 ? <Result line={line} isAsking={isAsking} /> : <span role="cell" className="max-md:hidden" />}
      {match?.transfer && <TransferCells transfer={match.transfer} request={match.request} />}
      {match?.request && !match.transfer && <RequestCells request={match.request} />}
      {!match && <NoMatchCells line={line} basis={basis} isAsking={isAsking} />}
    </div>
  ));
}

function Term({ line: { term, repeats } }: { line: BulkLookupLine }) {
  return (
    <span role="cell" className="min-w-0 font-mono [overflow-wrap:anywhere]">
      <bdi>{readableText(term, 200)}</bdi>
      {repeats !== undefined && <span className="ml-2 font-sans text-label text-dim">repeats no. {repeats}</span>}
    </span>
  );
}

function Result({ line: { outcome }, isAsking }: { line: BulkLookupLine; isAsking: boolean }) {
  const isOpen = outcome === 'unchecked' && isAsking;
  const { label, className } = outcome ? OUTCOME_LABELS[outcome] : { label: 'Not looked up', className: 'text-dim' };
  return (
    <span role="cell" className={clsx(CELL, isOpen ? 'text-dim' : className)}>
      {isOpen ? 'Checking…' : label}
    </span>
  );
}

// Stacked, everything but the position is below the term.
const CELL = 'min-w-0 max-md:col-start-2';
const LINK = 'font-mono text-accent underline [overflow-wrap:anywhere]';

function TransferCells({ transfer, request }: { transfer: TransferRow; request: LookupRequest | undefined }) {
  const { label, tone } = describeStatus(transfer);
  return (
    <>
      <span role="cell" className={CELL}>
        <Link href={routes.transfer(transfer.id)} className={LINK}>
          <bdi>{readableText(transfer.ref_id ?? transfer.id, 100)}</bdi>
        </Link>
        {transfer.created_at !== undefined && <Created iso={transfer.created_at} />}
        <RecipientName name={transfer.recipient?.name ?? request?.recipientName} />
        {request && (
          <span className="block text-label text-dim">
            <Link href={routes.withdrawal(request.id)} className="underline">
              Withdrawal request
            </Link>
            : {describeRequest(request).label}
          </span>
        )}
      </span>
      <span role="cell" className={clsx(CELL, 'md:text-right')}>
        {transfer.amount !== undefined && (
          <>
            <DirectionSign direction={transfer.direction} />
            <Money amount={transfer.amount} asset={transfer.asset} />
          </>
        )}
      </span>
      <span role="cell" className={CELL}>
        <StatusMark tone={tone} label={readableText(label, 60)} />
      </span>
    </>
  );
}

function RequestCells({ request }: { request: LookupRequest }) {
  const { label, tone } = describeRequest(request);
  const { sentence } = describeRequestOutcome(request.outcome, { timeZone: undefined });
  const { amount, total, asset } = request.body;
  return (
    <>
      <span role="cell" className={CELL}>
        <Link href={routes.withdrawal(request.id)} className={LINK}>
          <bdi>{readableText(request.refId, 100)}</bdi>
        </Link>
        <Created iso={request.createdAt} />
        <RecipientName name={request.recipientName} />
        <span className="block text-label text-dim [overflow-wrap:anywhere]">{sentence}</span>
      </span>
      <span role="cell" className={clsx(CELL, 'text-dim md:text-right')}>
        <Money amount={amount ?? total} asset={asset} />
      </span>
      <span role="cell" className={CELL}>
        <StatusMark tone={tone} label={label} />
      </span>
    </>
  );
}

function NoMatchCells({ line, basis, isAsking }: BulkLookupRowProps) {
  return (
    <span role="cell" className={clsx(CELL, 'text-label text-dim md:col-span-3')}>
      {!isAsking && line.outcome !== undefined && explainNoMatch(line, basis, localZone())}
      <SimilarReferences references={line.similar} />
    </span>
  );
}

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function Created({ iso }: { iso: string }) {
  return (
    <span className="ml-2 text-label whitespace-nowrap text-dim">
      <Time iso={iso} withTime />
    </span>
  );
}

function RecipientName({ name }: { name: string | null | undefined }) {
  if (name === null || name === undefined) return null;
  return (
    <span className="block text-label text-dim [overflow-wrap:anywhere]">
      To <bdi>{readableText(name, 100)}</bdi>
    </span>
  );
}
