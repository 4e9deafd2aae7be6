import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOutcomes, matchTermsToRows, uniqueTerms } from '@/lib/transfers/bulk-lookup';
import type { LookupRow } from '@/lib/transfers/transfer';

const OUTCOMES = ['found', 'missing', 'several'] as const;

it('keeps the pasted order, and counts each term once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('INV-1', 'inv-1', 'INV-2', 'Inv-3', 'INV-4'), { maxLength: 40 }), (terms) => {
      const asked = uniqueTerms(terms);
      const rows = asked.map((term, index): LookupRow => ({
        term,
        outcome: OUTCOMES[index % 3] ?? 'found',
        items: [],
      }));
      const lines = matchTermsToRows(terms, rows);
      expect(lines.map(({ term }) => term)).toEqual(terms);
      expect(lines.map(({ place }) => place)).toEqual(terms.map((_, index) => index + 1));
      for (const { term, repeats, place } of lines) {
        expect(repeats ?? place).toBe(terms.findIndex((other) => other.toLowerCase() === term.toLowerCase()) + 1);
      }
      const { found, missing, several, repeats } = countOutcomes(lines);
      expect(found + missing + several).toBe(asked.length);
      expect(asked.length + repeats).toBe(terms.length);
    }),
  );
});

it('does not report a term without an answer as missing', () => {
  const lines = matchTermsToRows(['INV-1', 'INV-2'], [{ term: 'inv-2', outcome: 'missing', items: [] }]);
  expect(lines.map(({ outcome }) => outcome)).toEqual([undefined, 'missing']);
  expect(countOutcomes(lines)).toEqual({ found: 0, missing: 1, several: 0, repeats: 0 });
});
