'use client';

import { UntrustedText } from '@/components/values/untrusted-text';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { describeRead } from '@/lib/search/describe-near';
import type { SearchLimit } from '@/lib/mirror/search-answer';
import { describeSearched } from '@/lib/search/describe-searched';
import { type FoundBeside, isExactlyBeside } from '@/lib/search/found';
import { isKeyMatch } from '@/lib/search/mentions';
import { formatDate } from '@/lib/text/locale';
import { TheService } from '@/lib/text/service-name';
import type { LiveLookup } from '@/lib/transfers/transfer';

/** Describes what was searched, such as "Searched 5,000 transfers, up to date 4 s ago". */
export function describeSearchCoverage(coverage: Coverage): string {
  const words = describeCoverage(coverage);
  return coverage.isComplete ? `Searched ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explains the outcome of looking a term up at the service, which happens when the mirror has no exact match. */
function explainLiveLookup(liveLookup: LiveLookup | undefined): string {
  if (!liveLookup) return `${TheService()} was not checked: amounts and very long texts cannot be looked up there.`;
  const { at, outcome } = liveLookup;
  const time = formatDate(new Date(at), { timeStyle: 'medium' });
  if (outcome === 'found') return `${TheService()} was also checked at ${time} and has a match.`;
  if (outcome === 'none') return `${TheService()} was also checked at ${time} and found no match.`;
  return `${TheService()} could not be checked at ${time}, so the transfer may still exist. Try again in a moment.`;
}

// Requests are read from the console's own database, so this answer is never late.
function explainUnrequested({ requests, batches }: FoundBeside): string {
  return requests.length + batches.length === 0 ? '. Not requested here either.' : '';
}

/**
 * Says what an exact match means for a transfer: none may have the text, and the match may have one all the same. That
 * there is no transfer is only said of a request that was never sent and has the text as its reference or ID, and only
 * where everything was searched.
 */
function explainMatch(beside: FoundBeside, isCertain: boolean): string {
  const { requests, recipients, paid } = beside;
  const exact = requests.filter(({ match }) => match.how === 'exact');
  const sent = exact.map(({ outcome, transferId }) =>
    transferId === null ? describeRequestOutcome(outcome).wasSent : 'yes',
  );
  const hasTransfers = paid !== null || recipients.some(({ how, transfers }) => how === 'exact' && transfers > 0);
  if (sent.includes('yes') || hasTransfers)
    return `No transfer has this text itself. The ${nameMatch(beside).kind} leads to what was sent.`;
  if (sent.includes('unknown'))
    return 'It is not known whether there is a transfer. The withdrawal request says what is known.';
  const isAnswer = exact.length > 0 && exact.every(({ match }) => isKeyMatch(match));
  if (isCertain && isAnswer) return 'There is no transfer. The withdrawal request is the answer.';
  const { kind, what } = nameMatch(beside);
  return `No transfer was found. A ${kind} has this ${what}.`;
}

/** Names what matches exactly, and by what. */
function nameMatch({ requests, recipients }: FoundBeside): { kind: string; what: string } {
  const request = requests.find(({ match }) => match.how === 'exact');
  if (request) return { kind: 'withdrawal request', what: request.match.field === 'amount' ? 'amount' : 'text' };
  return recipients.some(({ how }) => how === 'exact')
    ? { kind: 'recipient', what: 'name or address' }
    : { kind: 'batch', what: 'name' };
}

/** What a search of transfers looked through. */
interface SearchedProps {
  coverage: Coverage;
  limits: readonly SearchLimit[] | undefined;
  /** The withdrawal requests and recipients that match; undefined while, or where, that is not known. */
  beside: FoundBeside | undefined;
}

/** The line that says what was looked through and what not, and how an ambiguous amount was read. */
export function SearchedLine({ coverage, limits, beside, live }: SearchedProps & { live?: string | undefined }) {
  const read = beside?.read ? describeRead(beside.read) : undefined;
  const parts = [
    read,
    `${describeSearchCoverage(coverage)}.`,
    live,
    describeSearched(beside?.searched ?? [], limits),
  ].filter((part) => part !== undefined);
  return <p className="text-dim [overflow-wrap:anywhere]">{parts.join(' ')}</p>;
}

interface NoTransferFoundProps extends SearchedProps {
  text: string;
  liveLookup: LiveLookup | undefined;
  /** What limits the search beyond its text: filters, and those of them that hide what answers it; a time limit. */
  within?: { hasFilters?: boolean; isHidden?: boolean; isCutShort?: boolean };
}

/** The message that no transfer was found, with what was searched, so that support can repeat the answer. */
export function NoTransferFound({ text, coverage, limits, liveLookup, beside, within = {} }: NoTransferFoundProps) {
  const isAnswered = beside !== undefined && isExactlyBeside(beside);
  const { hasFilters = false, isHidden = false, isCutShort = false } = within;
  const found = beside && [beside.requests, beside.batches, beside.recipients];
  const isNear = beside !== undefined && beside.near.length > 0;
  const hasFound = isHidden || isNear || found?.some(({ length }) => length > 0);
  const isCertain = !hasFilters && !isCutShort && coverage.isComplete && liveLookup?.outcome !== 'failed';
  return (
    <div className="text-body [overflow-wrap:anywhere]">
      {/* What was found instead is the answer, and not this. */}
      <p className={hasFound ? undefined : 'font-medium'}>
        {isHidden ? (
          'No transfer with these filters. What matches is above, with the filters that hide it.'
        ) : isAnswered ? (
          explainMatch(beside, isCertain)
        ) : (
          <>
            No transfer {hasFilters && 'with these filters '}found {isCutShort && 'in time '}for {isNear && 'exactly '}“
            <UntrustedText text={text} limit={80} />”{beside && (isNear ? '.' : explainUnrequested(beside))}
          </>
        )}
      </p>
      <div className="mt-0.5">
        <SearchedLine
          coverage={coverage}
          limits={limits}
          beside={beside}
          live={isHidden ? undefined : explainLiveLookup(liveLookup)}
        />
      </div>
      {!coverage.isComplete && (
        <p className="mt-0.5 text-dim">The transfer sync is not complete, so the transfer may still exist.</p>
      )}
    </div>
  );
}
