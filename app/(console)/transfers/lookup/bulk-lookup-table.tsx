'use client';

import { clsx } from 'clsx';
import { useState } from 'react';
import { BulkLookupActions } from '@/app/(console)/transfers/lookup/bulk-lookup-actions';
import { LINE, BulkLookupLineView } from '@/app/(console)/transfers/lookup/bulk-lookup-row';
import { basisWords } from '@/components/search/search-coverage';
import { buttonClass } from '@/components/ui/button';
import { countOutcomes, type BulkLookupLine, type BulkLookupOutcome } from '@/lib/transfers/bulk-lookup';
import type { LiveLookup, LookupAnswer } from '@/lib/transfers/transfer';

const SHOWN = ['all', 'found', 'missing', 'several'] as const;
type Shown = (typeof SHOWN)[number];

const LABELS: Record<Shown, string> = {
  all: 'All',
  found: 'Found',
  missing: 'Not found',
  several: 'Found more than once',
};

/** What came of each term, in the order in which they were pasted. */
export function BulkLookupTable({
  lines,
  answer: { coverage, liveLookup },
}: {
  lines: readonly BulkLookupLine[];
  answer: LookupAnswer;
}) {
  const [shown, setShown] = useState<Shown>('all');
  const counts = countOutcomes(lines);
  const basis = [`${basisWords(coverage)}.`, counts.missing > 0 && sayMissing(liveLookup)].filter(Boolean).join(' ');
  const drawn = shown === 'all' ? lines : lines.filter(({ outcome }) => outcome === shown);
  return (
    <section aria-label="What was looked up">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div role="group" aria-label="Which to show" className="flex flex-wrap gap-2">
          {SHOWN.map((which) => (
            <button
              key={which}
              type="button"
              aria-pressed={which === shown}
              onClick={() => setShown(which)}
              className={buttonClass(
                'plain',
                'min-h-8 px-3 py-1 text-sm aria-pressed:border-accent aria-pressed:bg-accent-soft',
              )}
            >
              {LABELS[which]}{' '}
              <span className="text-dim">
                {(which === 'all' ? lines.length : counts[which]).toLocaleString('en-GB')}
              </span>
            </button>
          ))}
        </div>
        <BulkLookupActions lines={lines} shown={drawn} basis={basis} />
      </div>
      <p aria-live="polite" className="mb-3 text-sm text-dim">
        <span className="sr-only">{sayCounts(counts)} </span>
        {counts.repeats > 0 && `${counts.repeats} repeated. `}
        {basis}
      </p>
      <div
        role="table"
        aria-label="Terms"
        aria-rowcount={drawn.length + 1}
        className="rounded-panel border border-line bg-panel text-sm"
      >
        <div role="row" className={clsx(LINE, 'text-xs text-dim max-md:sr-only')}>
          {['No.', 'Term', 'Result', 'Transfer', 'Amount', 'Status'].map((name) => (
            <span
              key={name}
              role="columnheader"
              className={clsx((name === 'No.' || name === 'Amount') && 'text-right')}
            >
              {name}
            </span>
          ))}
        </div>
        {drawn.map((line) => (
          <BulkLookupLineView key={line.place} line={line} />
        ))}
        {drawn.length === 0 && (
          <div className="p-6 text-center text-dim" role="row">
            <span role="cell">None of them.</span>
          </div>
        )}
      </div>
    </section>
  );
}

function sayCounts({ found, missing, several }: Record<BulkLookupOutcome, number>): string {
  return `${found} found, ${missing} not found, ${several} found more than once.`;
}

function sayMissing(asked: LiveLookup | undefined): string {
  if (!asked) return 'The service was not asked about those that are missing.';
  const time = new Date(asked.at).toLocaleTimeString('en-GB');
  if (asked.outcome === 'failed')
    return `The service could not be asked about all that are missing (${time}), so it may know some all the same. Look them up again in a moment.`;
  const others = asked.outcome === 'found' ? ' It knew others, which are in the table.' : '';
  return `The service was asked about those that are missing at ${time} and does not know them either.${others}`;
}
