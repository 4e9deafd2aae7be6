import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerpt } from '@/lib/text/excerpt';
import { anyCharacter } from '@/scripts/testing/data/any-character';

it('shows a word with what stands around it', () => {
  const text = `${'before '.repeat(30)}the CUSTOMER called${' after'.repeat(30)}`;
  const shown = excerpt(text, ['customer'], 100);
  expect(shown).toMatch(/^….*the CUSTOMER called.*…$/);
  expect(Array.from(shown)).toHaveLength(102);
  expect(excerpt('short', ['short'], 100)).toBe('short');
  expect(excerpt(text, ['absent'], 20)).toBe('before before before…');
  expect(excerpt(`${'x'.repeat(200)} end`, ['end'], 10)).toBe('…xxxxxx end');
});

it('is well-formed, within the limit, and has the word wherever it stands', () => {
  const any = fc.string({ unit: anyCharacter, maxLength: 300 });
  fc.assert(
    fc.property(any, any, fc.integer({ min: 60, max: 200 }), (before, after, maxLength) => {
      const shown = excerpt(`${before}needle${after}`, ['NEEDLE'], maxLength);
      expect(shown.isWellFormed()).toBe(true);
      expect(Array.from(shown).length).toBeLessThanOrEqual(maxLength + 2);
      expect(shown).toContain('needle');
    }),
  );
});
