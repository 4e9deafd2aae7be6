import type { Coverage } from '@/lib/mirror/coverage';
import { describeRequestOutcome, type OutcomeFacts } from '@/lib/requests/describe-outcome';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { TransferRow } from '@/lib/transfers/transfer';

/**
 * The service's part in the answer for a term: `answered` with certainty; `failed` where no certain answer came in
 * time; `not-asked` where the service was not asked for this term.
 */
export type TermCheck = 'answered' | 'failed' | 'not-asked';

/** A withdrawal request that a term belongs to, with the facts that tell its outcome. */
export interface LookupRequest extends RequestSummary {
  outcome: OutcomeFacts;
}

/** The answer for one term of a bulk lookup. */
export interface LookupRow {
  term: string;
  /** At most 20 transfers. */
  items: TransferRow[];
  /** At most 20 requests with this reference, ID or transfer ID, sent or not. */
  requests: LookupRequest[];
  check: TermCheck;
  /** References that the term may have been meant for, at most three; only for the first terms without a match. */
  similar?: string[] | undefined;
}

/** The answer of `POST /api/transfers/lookup`: one row for each term, in their order. */
export interface LookupAnswer {
  rows: LookupRow[];
  coverage: Coverage;
}

/** The answer of asking the service for terms: their rows with what came, and the time of the question (ISO 8601). */
export interface LiveLookupAnswer extends LookupAnswer {
  askedAt: string;
}

/** The most terms to ask the service for at once: as many as one call of an action may carry. */
export const MAX_LIVE_TERMS = 100;

/**
 * The result of a term: one transfer; only a request of the console; several of them; nothing, as the service says too;
 * nothing in the console's copy, while the service gave no answer.
 */
export const LOOKUP_OUTCOMES = ['found', 'requested', 'several', 'missing', 'unchecked'] as const;
/** One of LOOKUP_OUTCOMES. */
export type BulkLookupOutcome = (typeof LOOKUP_OUTCOMES)[number];

/** One pasted term with its result. */
export interface BulkLookupLine {
  /** The position of the term in the pasted text, from 1. */
  place: number;
  term: string;
  /** Undefined if the answer has no row for the term. */
  outcome: BulkLookupOutcome | undefined;
  matches: LookupMatch[];
  check: TermCheck;
  similar: readonly string[];
  /** The position of the first occurrence of the same term; undefined if this is the first. */
  repeats: number | undefined;
}

/** A transfer, a request, or a transfer with the request that it was sent for. */
export interface LookupMatch {
  transfer: TransferRow | undefined;
  request: LookupRequest | undefined;
}

/** Joins the pasted terms with the rows of the answer and marks repeats. Ignores case, as searches do. */
export function matchTermsToRows(terms: readonly string[], rows: readonly LookupRow[]): BulkLookupLine[] {
  const answers = new Map(rows.map((row) => [keyOf(row.term), { row, matches: joinMatches(row) }]));
  const first = new Map<string, number>();
  return terms.map((term, index) => {
    const key = keyOf(term);
    const repeats = first.get(key);
    if (repeats === undefined) first.set(key, index + 1);
    const { row, matches = [] } = answers.get(key) ?? {};
    return {
      place: index + 1,
      term,
      outcome: row && outcomeOf(matches, row.check),
      matches,
      check: row?.check ?? 'not-asked',
      similar: row?.similar ?? [],
      repeats,
    };
  });
}

/**
 * Joins each request with the transfer that it was sent as, or that has its reference where no transfer is known for
 * it. Requests without a transfer come last.
 */
function joinMatches({ items, requests }: LookupRow): LookupMatch[] {
  const left = [...requests];
  const take = (fits: (request: LookupRequest) => boolean) => {
    const index = left.findIndex(fits);
    return index === -1 ? undefined : left.splice(index, 1)[0];
  };
  const sent = items.map((transfer) => take(({ outcome }) => outcome.send?.transferId === transfer.id));
  return [
    ...items.map((transfer, index) => ({
      transfer,
      request: sent[index] ?? take((request) => isSameReference(request, transfer)),
    })),
    ...left.map((request) => ({ transfer: undefined, request })),
  ];
}

function isSameReference({ refId, outcome }: LookupRequest, { ref_id }: TransferRow): boolean {
  return typeof outcome.send?.transferId !== 'string' && ref_id !== undefined && keyOf(ref_id) === keyOf(refId);
}

function outcomeOf(matches: readonly LookupMatch[], check: TermCheck): BulkLookupOutcome {
  const [only, another] = matches;
  if (another) return 'several';
  if (only) return only.transfer ? 'found' : 'requested';
  return check === 'answered' ? 'missing' : 'unchecked';
}

// One call of an action carries 64 kB.
const MAX_ASKED_LENGTH = 10_000;

/**
 * Lists the terms for which the service should be asked: those without a transfer, but for requests that were surely
 * never sent.
 */
export function listTermsToAsk(rows: readonly LookupRow[]): string[] {
  return rows
    .filter(({ items, requests }) => items.length === 0 && (requests.length === 0 || requests.some(mayHaveBeenSent)))
    .map(({ term }) => term)
    .filter(({ length }) => length <= MAX_ASKED_LENGTH);
}

function mayHaveBeenSent({ outcome }: LookupRequest): boolean {
  return describeRequestOutcome(outcome).wasSent !== 'no';
}

/** Replaces the rows of the terms that another answer has; rows with a transfer or an answer of the service stay. */
export function mergeRows(rows: readonly LookupRow[], later: readonly LookupRow[]): LookupRow[] {
  const answers = new Map(later.map((row) => [keyOf(row.term), row]));
  return rows.map((row) => answers.get(keyOf(row.term)) ?? row);
}

/** Removes repeated terms, ignoring case; keeps each as it was pasted first. */
export function uniqueTerms(terms: readonly string[]): string[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(keyOf(term)) && seen.add(keyOf(term)));
}

/** Counts the terms of each outcome without repeats, and the repeats. */
export function countOutcomes(lines: readonly BulkLookupLine[]): Record<BulkLookupOutcome | 'repeats', number> {
  const counts = { found: 0, requested: 0, several: 0, missing: 0, unchecked: 0, repeats: 0 };
  for (const { outcome, repeats } of lines) {
    if (repeats !== undefined) counts.repeats += 1;
    else if (outcome) counts[outcome] += 1;
  }
  return counts;
}

const keyOf = (term: string) => term.toLowerCase();
