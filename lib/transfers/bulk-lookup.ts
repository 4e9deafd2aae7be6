import type { LookupRow, TransferRow } from '@/lib/transfers/transfer';

/** The result of a term: one transfer, none, or several. */
export type BulkLookupOutcome = 'found' | 'missing' | 'several';

/** One pasted term with its result. */
export interface BulkLookupLine {
  /** The position of the term in the pasted text, from 1. */
  place: number;
  term: string;
  /** Undefined if the answer has no row for the term. */
  outcome: BulkLookupOutcome | undefined;
  items: readonly TransferRow[];
  /** The position of the first occurrence of the same term; undefined if this is the first. */
  repeats: number | undefined;
}

/** Joins the pasted terms with the rows of the answer and marks repeats. Ignores case, as searches do. */
export function matchTermsToRows(terms: readonly string[], rows: readonly LookupRow[]): BulkLookupLine[] {
  const answers = new Map(rows.map((row) => [keyOf(row.term), row]));
  const first = new Map<string, number>();
  return terms.map((term, index) => {
    const key = keyOf(term);
    const repeats = first.get(key);
    if (repeats === undefined) first.set(key, index + 1);
    const row = answers.get(key);
    return { place: index + 1, term, outcome: row?.outcome, items: row?.items ?? [], repeats };
  });
}

/** Removes repeated terms, ignoring case; keeps each as it was pasted first. */
export function uniqueTerms(terms: readonly string[]): string[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(keyOf(term)) && seen.add(keyOf(term)));
}

/** Counts the terms of each outcome without repeats, and the repeats. */
export function countOutcomes(lines: readonly BulkLookupLine[]): Record<BulkLookupOutcome | 'repeats', number> {
  const firsts = lines.filter(({ repeats }) => repeats === undefined);
  const count = (wanted: BulkLookupOutcome) => firsts.filter(({ outcome }) => outcome === wanted).length;
  return {
    found: count('found'),
    missing: count('missing'),
    several: count('several'),
    repeats: lines.length - firsts.length,
  };
}

const keyOf = (term: string) => term.toLowerCase();
