'use client';

import { clsx } from 'clsx';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign, ReadableAmount } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import type { BulkLookupLine, BulkLookupOutcome } from '@/lib/transfers/bulk-lookup';
import { routes } from '@/lib/http/routes';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

/** The layout of a row: side by side, or stacked on a narrow screen. */
export const ROW =
  'grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-5 gap-y-0.5 max-md:gap-x-3 border-b border-line px-3 py-2 last:border-b-0 md:grid-cols-[2.5rem_minmax(0,1.2fr)_9.5rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,0.9fr)]';

const RESULTS: Record<BulkLookupOutcome, { label: string; className: string }> = {
  found: { label: 'Found', className: '' },
  missing: { label: 'Not found', className: 'font-medium text-bad' },
  several: { label: 'Found more than once', className: 'font-medium text-warn' },
};

/** The rows of a term: one for each transfer, and one if there is none. */
export function BulkLookupRow({ line }: { line: BulkLookupLine }) {
  return (line.items.length > 0 ? line.items : [undefined]).map((transfer, index) => (
    <div key={transfer?.id ?? ''} role="row" className={ROW}>
      <span role="cell" className="text-right text-dim">
        {index === 0 && line.place}
      </span>
      {index === 0 ? <Term line={line} /> : <span role="cell" className="max-md:hidden" />}
      {index === 0 ? <Result line={line} /> : <span role="cell" className="max-md:hidden" />}
      <TransferCells transfer={transfer} />
    </div>
  ));
}

function Term({ line: { term, repeats } }: { line: BulkLookupLine }) {
  return (
    <span role="cell" className="min-w-0 font-mono [overflow-wrap:anywhere]">
      <bdi>{readableText(term, 200)}</bdi>
      {repeats !== undefined && <span className="ml-2 font-sans text-xs text-dim">repeats no. {repeats}</span>}
    </span>
  );
}

function Result({ line: { outcome } }: { line: BulkLookupLine }) {
  const { label, className } = outcome ? RESULTS[outcome] : { label: 'Not looked up', className: 'text-dim' };
  return (
    <span role="cell" className={clsx(CELL, className)}>
      {label}
    </span>
  );
}

// Stacked, everything but the position stands below the term.
const CELL = 'min-w-0 max-md:col-start-2';

function TransferCells({ transfer }: { transfer: TransferRow | undefined }) {
  const { label, tone } = describeStatus(transfer ?? {});
  return (
    <>
      <span role="cell" className={CELL}>
        {transfer && (
          <>
            <Link
              href={routes.transfer(transfer.id)}
              className="font-mono text-accent underline [overflow-wrap:anywhere]"
            >
              <bdi>{readableText(transfer.ref_id ?? transfer.id, 100)}</bdi>
            </Link>
            {transfer.created_at !== undefined && (
              <span className="ml-2 text-xs whitespace-nowrap text-dim">
                <Time iso={transfer.created_at} />
              </span>
            )}
          </>
        )}
      </span>
      <span role="cell" className={clsx(CELL, 'md:text-right')}>
        {transfer?.amount !== undefined && (
          <>
            <DirectionSign direction={transfer.direction} />
            <ReadableAmount amount={transfer.amount} asset={transfer.asset} />
          </>
        )}
      </span>
      <span role="cell" className={CELL}>
        {transfer && <StatusMark tone={tone} label={readableText(label, 60)} />}
      </span>
    </>
  );
}
