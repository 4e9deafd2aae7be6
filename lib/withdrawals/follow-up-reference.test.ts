import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFollowUpReferences, MAX_FOLLOW_UPS } from '@/lib/withdrawals/follow-up-reference';
import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';

const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/);

describe('the references of follow-ups', () => {
  it('add a number to the first reference, from 2', () => {
    expect(listFollowUpReferences('INV-2291', 0, 3)).toEqual(['INV-2291-2', 'INV-2291-3', 'INV-2291-4']);
    expect(listFollowUpReferences('PO-2026-11', 0, 1)).toEqual(['PO-2026-11-2']);
  });

  it('are references, differ from each other, and leave room for a test payment', () => {
    fc.assert(
      fc.property(reference, (first) => {
        const offered = listFollowUpReferences(first);
        expect(offered).toHaveLength(MAX_FOLLOW_UPS);
        expect(new Set(offered.map((text) => text.toLowerCase())).size).toBe(MAX_FOLLOW_UPS);
        expect(offered.filter((text) => !REFERENCE_PATTERN.test(`${text}-test`))).toEqual([]);
      }),
    );
  });

  it('go on where a part ends, and end', () => {
    fc.assert(
      fc.property(reference, fc.nat(MAX_FOLLOW_UPS + 10), fc.nat(50), (first, from, count) => {
        expect(listFollowUpReferences(first, from, count)).toEqual(
          listFollowUpReferences(first).slice(from, from + count),
        );
      }),
    );
  });

  it('are none for a text that is no reference', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !REFERENCE_PATTERN.test(text)),
        (text) => {
          expect(listFollowUpReferences(text)).toEqual([]);
        },
      ),
    );
  });
});
