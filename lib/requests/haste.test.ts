import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeHaste, findHaste, MAX_SHOWN_MS, shownMsSchema } from '@/lib/requests/haste';

describe('a hasty decision', () => {
  it.each([
    [0, 1, 'shown-briefly'],
    [2999, 1, 'shown-briefly'],
    [3000, 1, undefined],
    [undefined, 1, undefined],
    [undefined, 10, undefined],
    [undefined, 11, 'many-in-a-minute'],
    [60_000, 11, 'many-in-a-minute'],
    [10, 11, 'shown-briefly'],
  ] as const)('shown for %s ms, as number %s in a minute, is %s', (shownMs, decisionsInMinute, reason) => {
    expect(findHaste({ shownMs, decisionsInMinute })).toBe(reason);
  });

  it('takes any whole time up to a day from a browser, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_SHOWN_MS }), (shownMs) => {
        expect(shownMsSchema.safeParse(shownMs).success).toBe(true);
      }),
    );
    for (const wrong of [-1, 0.5, MAX_SHOWN_MS + 1, Number.NaN, '5', null])
      expect(shownMsSchema.safeParse(wrong).success).toBe(false);
  });

  it('is described by why it counts', () => {
    expect(describeHaste({ shownBriefly: 2, manyInAMinute: 0 })).toBe('2 within 3 seconds of being shown.');
    expect(describeHaste({ shownBriefly: 1, manyInAMinute: 1200 })).toBe(
      '1 within 3 seconds of being shown, 1,200 as more than the tenth within a minute.',
    );
  });
});
