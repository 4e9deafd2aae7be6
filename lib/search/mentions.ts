import type { FoundRequest } from '@/lib/requests/list/entry';
import type { Match } from '@/lib/transfers/transfer';

// What identifies a payment. Other members only mention a term: memos, metadata, notes and names.
const KEYS: ReadonlySet<string> = new Set([
  'id',
  'ref_id',
  'crypto_tx_hash',
  'destination_address',
  'group_id',
  'request_id',
  'transfer_id',
]);

/** The match of a transfer whose amount or total is near an amount. */
export const NEAR: Match = { field: 'amount', how: 'near' };

/** Tells whether a whole reference, ID, hash or address matched. */
export function isKeyMatch(match: Match | undefined): boolean {
  return match !== undefined && match.how === 'exact' && KEYS.has(match.field);
}

/** Tells whether a term is only mentioned: no reference, ID, hash or address is the term or begins with it. */
export function isMention(match: Match | undefined): boolean {
  return match !== undefined && (isPart(match) || !KEYS.has(match.field));
}

/** Tells whether a term matched the end or the middle of a text, and not the whole or its beginning. */
export function isPart({ how }: Pick<Match, 'how'>): boolean {
  return how === 'suffix' || how === 'contains';
}

/** What a search found, with what only mentions the term apart from what answers it. */
export interface SplitMatches<Hit> {
  hits: readonly Hit[];
  requests: readonly FoundRequest[];
  /** Empty unless something else matches exactly by its reference, ID, hash or address. */
  mentions: { hits: readonly Hit[]; requests: readonly FoundRequest[] };
}

/**
 * Splits the matches of a search where one of them is the answer, so that a metadata value that happens to contain a
 * reference does not appear beside the payment with that reference.
 */
export function splitMentions<Hit extends { match?: Match }>(
  hits: readonly Hit[],
  requests: readonly FoundRequest[],
): SplitMatches<Hit> {
  const isAnswered = [...hits, ...requests].some(({ match }) => isKeyMatch(match));
  if (!isAnswered) return { hits, requests, mentions: { hits: [], requests: [] } };
  return {
    hits: hits.filter(({ match }) => !isMention(match)),
    requests: requests.filter(({ match }) => !isMention(match)),
    mentions: {
      hits: hits.filter(({ match }) => isMention(match)),
      requests: requests.filter(({ match }) => isMention(match)),
    },
  };
}
