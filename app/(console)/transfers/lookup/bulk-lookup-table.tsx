'use client';

import { clsx } from 'clsx';
import { useState } from 'react';
import { BulkLookupActions } from '@/app/(console)/transfers/lookup/bulk-lookup-actions';
import { ROW, BulkLookupRow } from '@/app/(console)/transfers/lookup/bulk-lookup-row';
import { describeSearchCoverage } from '@/components/search/search-coverage';
import { buttonClass } from '@/components/ui/button';
import { TheService } from '@/lib/text/service-name';
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

/** The results of a bulk lookup, in the order of the pasted terms. */
export function BulkLookupTable({
  lines,
  answer: { coverage, liveLookup },
}: {
  lines: readonly BulkLookupLine[];
  answer: LookupAnswer;
}) {
  const [shown, setShown] = useState<Shown>('all');
  const counts = countOutcomes(lines);
  const live = counts.missing > 0 && explainMissing(liveLookup);
  const basis = [`${describeSearchCoverage(coverage)}.`, live].filter(Boolean).join(' ');
  const drawn = shown === 'all' ? lines : lines.filter(({ outcome }) => outcome === shown);
  return (
    <section aria-label="Lookup results">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OutcomeFilter shown={shown} counts={{ ...counts, all: lines.length }} onShow={setShown} />
        <BulkLookupActions lines={lines} shown={drawn} basis={basis} />
      </div>
      <p aria-live="polite" className="mb-3 text-sm text-dim">
        <span className="sr-only">{describeCounts(counts)} </span>
        {counts.repeats > 0 && `${counts.repeats} repeated. `}
        {basis}
      </p>
      <ResultTable lines={drawn} />
    </section>
  );
}

function OutcomeFilter({
  shown,
  counts,
  onShow,
}: {
  shown: Shown;
  counts: Record<Shown, number>;
  onShow: (shown: Shown) => void;
}) {
  return (
    <div role="group" aria-label="Results to show" className="flex flex-wrap gap-2">
      {SHOWN.map((which) => (
        <button
          key={which}
          type="button"
          aria-pressed={which === shown}
          onClick={() => onShow(which)}
          className={buttonClass(
            'plain',
            'min-h-8 px-3 py-1 text-sm aria-pressed:border-accent aria-pressed:bg-accent-soft',
          )}
        >
          {LABELS[which]} <span className="text-dim">{counts[which].toLocaleString('en-GB')}</span>
        </button>
      ))}
    </div>
  );
}

function ResultTable({ lines }: { lines: readonly BulkLookupLine[] }) {
  return (
    <div
      role="table"
      aria-label="Terms"
      aria-rowcount={lines.length + 1}
      className="rounded-panel border border-line bg-panel text-sm"
    >
      <div role="row" className={clsx(ROW, 'text-xs text-dim max-md:sr-only')}>
        {['No.', 'Term', 'Result', 'Transfer', 'Amount', 'Status'].map((name) => (
          <span key={name} role="columnheader" className={clsx((name === 'No.' || name === 'Amount') && 'text-right')}>
            {name}
          </span>
        ))}
      </div>
      {lines.map((line) => (
        <BulkLookupRow key={line.place} line={line} />
      ))}
      {lines.length === 0 && (
        <div className="p-6 text-center text-dim" role="row">
          <span role="cell">No references with this result.</span>
        </div>
      )}
    </div>
  );
}

function describeCounts({ found, missing, several }: Record<BulkLookupOutcome, number>): string {
  return `${found} found, ${missing} not found, ${several} found more than once.`;
}

function explainMissing(liveLookup: LiveLookup | undefined): string {
  if (!liveLookup) return `${TheService()} was not checked for the missing references.`;
  const time = new Date(liveLookup.at).toLocaleTimeString('en-GB');
  if (liveLookup.outcome === 'failed')
    return (
      `${TheService()} could not be checked for all missing references (${time}), so some of them may still exist. ` +
      'Look them up again in a moment.'
    );
  const checked = `${TheService()} was also checked for the missing references at ${time}`;
  return liveLookup.outcome === 'found'
    ? `${checked}. The matches found there are in the table, and there were none for those marked Not found.`
    : `${checked} and found no match.`;
}
