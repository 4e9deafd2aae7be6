'use client';

import { UntrustedText } from '@/components/values/untrusted-text';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { TheService } from '@/lib/text/service-name';
import type { LiveLookup } from '@/lib/transfers/transfer';

/** Describes what was searched, such as "Searched 5,000 transfers, complete as of 4 s ago". */
export function describeSearchCoverage(coverage: Coverage): string {
  const words = describeCoverage(coverage);
  return coverage.isComplete ? `Searched ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explains the outcome of looking a term up at the service, which happens when the mirror has no exact match. */
function explainLiveLookup(liveLookup: LiveLookup | undefined): string {
  if (!liveLookup) return `${TheService()} was not checked: amounts and very long texts cannot be looked up there.`;
  const { at, outcome } = liveLookup;
  const time = new Date(at).toLocaleTimeString('en-GB');
  if (outcome === 'found') return `${TheService()} was also checked at ${time} and has a match.`;
  if (outcome === 'none') return `${TheService()} was also checked at ${time} and found no match.`;
  return `${TheService()} could not be checked at ${time}, so the transfer may still exist. Try again in a moment.`;
}

interface NoTransferFoundProps {
  text: string;
  coverage: Coverage;
  liveLookup: LiveLookup | undefined;
  /** True if a withdrawal request or a recipient that is shown beside answers the search. */
  isAnswered?: boolean;
}

/** The message that no transfer was found, with what was searched, so that support can repeat the answer. */
export function NoTransferFound({ text, coverage, liveLookup, isAnswered = false }: NoTransferFoundProps) {
  return (
    <div className="text-sm [overflow-wrap:anywhere]">
      <p className="font-medium">
        {isAnswered ? (
          'There is no transfer. The match above is the answer.'
        ) : (
          <>
            No transfer found for “<UntrustedText text={text} limit={80} />”
          </>
        )}
      </p>
      <p className="mt-0.5 text-dim">
        {describeSearchCoverage(coverage)}. {explainLiveLookup(liveLookup)}
        {!coverage.isComplete && ' The transfer sync is not complete, so the transfer may still exist.'}
      </p>
    </div>
  );
}
