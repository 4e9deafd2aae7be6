import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trimCharacters } from '@/lib/text/trim-characters';

const isSurrounding = (character: string) => character === ' ' || character === '\u{1f389}';

it.each([
  ['', ''],
  ['  ', ''],
  [' a b ', 'a b'],
  ['\u{1f389}a\u{1f389}', 'a'],
  ['\u{1f389}', ''],
  ['\ude00a\ude00', '\ude00a\ude00'],
])('%j becomes %j', (text, trimmed) => {
  expect(trimCharacters(text, isSurrounding)).toBe(trimmed);
});

it('removes exactly the characters at both ends, never half of one', () => {
  const unit = fc.constantFrom(' ', 'a', '\u{1f389}', '\u{1f600}', '\ud83d', '\ude00');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const characters = Array.from(text);
      const start = characters.findIndex((character) => !isSurrounding(character));
      const end = characters.findLastIndex((character) => !isSurrounding(character));
      expect(trimCharacters(text, isSurrounding)).toBe(start === -1 ? '' : characters.slice(start, end + 1).join(''));
    }),
  );
});
