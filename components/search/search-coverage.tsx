'use client';

import { UntrustedText } from '@/components/values/untrusted-text';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { type FoundBeside, isExactlyBeside } from '@/lib/search/found';
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

// Requests are read from the console's own database, so this answer is never late.
function explainUnrequested({ requests }: FoundBeside): string {
  return requests.length === 0 ? '. Not requested here either.' : '';
}

/** Says what an exact match means for a transfer: none may have the text, and the match may have one all the same. */
function explainMatch({ requests, recipients }: FoundBeside): string {
  const sent = requests
    .filter(({ match }) => match.how === 'exact')
    .map(({ outcome }) => describeRequestOutcome(outcome).wasSent);
  const hasTransfers = recipients.some(({ how, transfers }) => how === 'exact' && transfers > 0);
  if (sent.includes('yes') || hasTransfers)
    return 'No transfer has this text itself. The match above leads to what was sent.';
  if (sent.includes('unknown'))
    return 'It is not known whether there is a transfer. The match above says what is known.';
  return 'There is no transfer. The match above is the answer.';
}

interface NoTransferFoundProps {
  text: string;
  coverage: Coverage;
  liveLookup: LiveLookup | undefined;
  /** The withdrawal requests and recipients that match; undefined while, or where, that is not known. */
  beside: FoundBeside | undefined;
}

/** The message that no transfer was found, with what was searched, so that support can repeat the answer. */
export function NoTransferFound({ text, coverage, liveLookup, beside }: NoTransferFoundProps) {
  const isAnswered = beside !== undefined && isExactlyBeside(beside);
  return (
    <div className="text-body [overflow-wrap:anywhere]">
      <p className="font-medium">
        {isAnswered ? (
          explainMatch(beside)
        ) : (
          <>
            No transfer found for “<UntrustedText text={text} limit={80} />”{beside && explainUnrequested(beside)}
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
