import type { SearchLimit } from '@/lib/mirror/search-answer';
import { joinList } from '@/lib/text/join-list';

/** What a search looks through besides transfers. */
const BESIDE = {
  requests: 'withdrawal requests',
  batches: 'batches',
  recipients: 'recipients',
  notes: 'case notes',
} as const;
/** One of BESIDE. */
export type SearchedBeside = keyof typeof BESIDE;

const NOT_SEARCHED: Record<SearchLimit, string> = {
  'no-letters': 'memos, metadata, names and notes, since the text has no letters or digits',
  'too-short': 'parts of memos, metadata, names and notes: enter at least three letters or digits',
  middle: 'the middle of IDs, hashes and addresses: enter their beginning or their end',
};
// What no search looks through.
const NEVER = ['fees', 'values in USD', 'attached files'];

/**
 * Says in one line what a search looked through beside transfers, and what it did not: "Also searched: withdrawal
 * requests and batches. Not searched: fees, values in USD and attached files." The same for every reader with the same
 * rights, whatever is hidden from them.
 */
export function describeSearched(beside: readonly SearchedBeside[], limits: readonly SearchLimit[] = []): string {
  const also = beside.length === 0 ? '' : `Also searched: ${joinList(beside.map((kind) => BESIDE[kind]))}. `;
  return also + describeNotSearched(NEVER, limits);
}

/** The same for the list of withdrawals, which searches requests alone. */
export function describeSearchedRequests(limits: readonly SearchLimit[] = []): string {
  const searched =
    'Searched: references, IDs, addresses, amounts, memos, metadata, notes and comments, and the names of recipients, ' +
    'requesters and batches. ';
  return searched + describeNotSearched(['attached files', 'transfers that were not requested here'], limits);
}

function describeNotSearched(never: readonly string[], limits: readonly SearchLimit[]): string {
  return [`Not searched: ${joinList(never)}.`, ...limits.map((limit) => `Nor ${NOT_SEARCHED[limit]}.`)].join(' ');
}
