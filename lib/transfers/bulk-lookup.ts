import type { LookupRow, TransferRow } from '@/lib/transfers/transfer';

export type BulkLookupOutcome = 'found' | 'missing' | 'several';

/** One term of what was pasted, and what came of it. */
export interface BulkLookupLine {
  /** Its place in what was pasted, from 1. */
  place: number;
  term: string;
  /** Undefined where the answer says nothing of it. */
  outcome: BulkLookupOutcome | undefined;
  items: readonly TransferRow[];
  /** The place where the same term stood first; undefined where it is the first. */
  repeats: number | undefined;
}

/** Puts the answers beside the terms as they were pasted, repeats marked. Letters count the same in either case, as in a search. */
export function lineUp(terms: readonly string[], rows: readonly LookupRow[]): BulkLookupLine[] {
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

/** The terms without repeats, each as it was pasted first. */
export function withoutRepeats(terms: readonly string[]): string[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(keyOf(term)) && seen.add(keyOf(term)));
}

/** How many terms there are of each outcome; repeats count once, and by themselves. */
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
