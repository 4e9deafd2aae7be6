'use client';

import { UntrustedText } from '@/components/values/untrusted-text';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import type { LiveLookup } from '@/lib/transfers/transfer';

/** What an answer rests on, such as "Searched 5,000 transfers, complete as of 4 s ago". */
export function basisWords(coverage: Coverage): string {
  const words = describeCoverage(coverage);
  return coverage.isComplete ? `Searched ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the service itself said, where it was asked because the mirror had nothing. */
function askedWords({ at, outcome }: LiveLookup): string {
  const time = new Date(at).toLocaleTimeString('en-GB');
  if (outcome === 'found') return `The service was asked at ${time} and has it.`;
  if (outcome === 'none') return `The service was asked at ${time} and does not know it either.`;
  return `The service could not say for certain at ${time}, so it may have it all the same. Try again in a moment.`;
}

interface NothingFoundProps {
  text: string;
  coverage: Coverage;
  asked: LiveLookup | undefined;
}

/** That nothing was found, with what lets one repeat it to somebody else, or why one must not. */
export function NothingFound({ text, coverage, asked }: NothingFoundProps) {
  return (
    <div className="text-sm [overflow-wrap:anywhere]">
      <p className="font-medium">
        No transfer found for “<UntrustedText text={text} limit={80} />”
      </p>
      <p className="mt-0.5 text-dim">
        {basisWords(coverage)}.{' '}
        {asked
          ? askedWords(asked)
          : 'The service was not asked: it can be asked for a reference or a transfer ID only.'}
        {!coverage.isComplete && ' Not everything has been read, so it may exist all the same.'}
      </p>
    </div>
  );
}
