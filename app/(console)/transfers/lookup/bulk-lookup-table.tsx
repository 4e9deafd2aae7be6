'use client';

import { clsx } from 'clsx';
import { useState } from 'react';
import type { AskedAnswer } from '@/app/(console)/transfers/lookup/ask-service';
import { BulkLookupActions } from '@/app/(console)/transfers/lookup/bulk-lookup-actions';
import { ROW, BulkLookupRow, OUTCOME_LABELS } from '@/app/(console)/transfers/lookup/bulk-lookup-row';
import { ServiceLine } from '@/app/(console)/transfers/lookup/service-line';
import { describeSearchCoverage } from '@/components/search/search-coverage';
import { buttonClass } from '@/components/ui/button';
import type { Coverage } from '@/lib/mirror/coverage';
import { formatCount } from '@/lib/text/locale';
import {
  countOutcomes,
  type BulkLookupLine,
  type BulkLookupOutcome,
  LOOKUP_OUTCOMES,
} from '@/lib/search/lookup/bulk-lookup';
import type { LookupBasis } from '@/lib/search/lookup/bulk-lookup-csv';

type Shown = BulkLookupOutcome | 'all';

interface BulkLookupTableProps {
  lines: readonly BulkLookupLine[];
  coverage: Coverage;
  asked: AskedAnswer | undefined;
  isAsking: boolean;
  /** Asks the service for these terms again. */
  onAsk: (terms: readonly string[]) => void;
}

/** The results of a bulk lookup, in the order of the pasted terms. */
export function BulkLookupTable({ lines, coverage, asked, isAsking, onAsk }: BulkLookupTableProps) {
  const [chosen, setShown] = useState<Shown>('all');
  const counts = countOutcomes(lines);
  // The lines that the service has answered for meanwhile are in another group.
  const shown = chosen === 'unchecked' && counts.unchecked === 0 ? 'all' : chosen;
  const basis: LookupBasis = { coverage, askedAt: asked?.askedAt ?? null };
  const drawn = shown === 'all' ? lines : lines.filter(({ outcome }) => outcome === shown);
  return (
    <section aria-label="Lookup results">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OutcomeFilter shown={shown} counts={{ ...counts, all: lines.length }} onShow={setShown} />
        <BulkLookupActions lines={lines} shown={drawn} basis={basis} />
      </div>
      <p aria-live="polite" className="mb-1 text-body text-dim">
        <span className="sr-only">{describeCounts(counts)} </span>
        {counts.repeats > 0 && `${formatCount(counts.repeats)} repeated. `}
        {describeSearchCoverage(coverage)}.
      </p>
      <ServiceLine lines={lines} asked={asked} isAsking={isAsking} onAsk={onAsk} />
      <ResultTable lines={drawn} basis={basis} isAsking={isAsking} />
    </section>
  );
}

interface OutcomeFilterProps {
  shown: Shown;
  counts: Record<Shown, number>;
  onShow: (shown: Shown) => void;
}

function OutcomeFilter({ shown, counts, onShow }: OutcomeFilterProps) {
  const choices = (['all', ...LOOKUP_OUTCOMES] as const).filter((which) => which !== 'unchecked' || counts[which] > 0);
  return (
    <div role="group" aria-label="Results to show" className="flex flex-wrap gap-2">
      {choices.map((which) => (
        <button
          key={which}
          type="button"
          aria-pressed={which === shown}
          onClick={() => onShow(which)}
          className={buttonClass('plain', 'aria-pressed:border-accent aria-pressed:bg-accent-soft')}
        >
          {which === 'all' ? 'All' : OUTCOME_LABELS[which].label}{' '}
          <span className="text-dim">{formatCount(counts[which])}</span>
        </button>
      ))}
    </div>
  );
}

interface ResultTableProps {
  lines: readonly BulkLookupLine[];
  basis: LookupBasis;
  isAsking: boolean;
}

function ResultTable({ lines, basis, isAsking }: ResultTableProps) {
  return (
    <div
      role="table"
      aria-label="Terms"
      aria-rowcount={lines.length + 1}
      aria-busy={isAsking}
      className="rounded-panel border border-line bg-panel text-body"
    >
      <div role="row" className={clsx(ROW, 'text-label text-dim max-md:sr-only')}>
        {['No.', 'Term', 'Result', 'Transfer or request', 'Amount', 'Status'].map((name) => (
          <span key={name} role="columnheader" className={clsx((name === 'No.' || name === 'Amount') && 'text-right')}>
            {name}
          </span>
        ))}
      </div>
      {lines.map((line) => (
        <BulkLookupRow key={line.place} line={line} basis={basis} isAsking={isAsking} />
      ))}
      {lines.length === 0 && (
        <div className="p-6 text-center text-dim" role="row">
          <span role="cell">No references with this result.</span>
        </div>
      )}
    </div>
  );
}

function describeCounts(counts: Record<BulkLookupOutcome, number>): string {
  const { found, requested, several, missing, unchecked } = counts;
  const rest = unchecked > 0 ? `, ${unchecked} not checked` : '';
  return `${found} found, ${requested} requested here, ${several} with several matches, ${missing} not found${rest}.`;
}
