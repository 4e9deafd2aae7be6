import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeUtc } from '@/lib/time/write-utc';
import { anyCharacter } from '@/scripts/testing/data/any-character';

describe('writeUtc', () => {
  it('writes a bound with an offset in UTC, to the microsecond', () => {
    expect(writeUtc('2026-03-29T00:00:00+01:00')).toBe('2026-03-28T23:00:00Z');
    expect(writeUtc('2026-03-29T23:59:59.999999+02:00')).toBe('2026-03-29T21:59:59.999999Z');
    expect(writeUtc('2026-11-21T00:00:00-03:30')).toBe('2026-11-21T03:30:00Z');
  });

  it('leaves days, times in UTC and other texts as they are', () => {
    const texts = ['2026-03-29', '2026-03-29T00:00:00Z', '2026-03-29T00:00:00', '', '2026-99-99T00:00:00+01:00'];
    expect(texts.map(writeUtc)).toEqual(texts);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(writeUtc(text)).toBe(text);
      }),
    );
  });
});
