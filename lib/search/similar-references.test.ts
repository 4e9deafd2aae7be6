import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listPaddedKeys, listSimilarKeys } from '@/lib/search/similar-references';

const term = fc.string({ minLength: 5, maxLength: 40, unit: fc.constantFrom(...'INV-2291abcxyz_./ü🎉') });

it.each([
  ['a wrong digit', 'INV-2291', 'inv-2281'],
  ['swapped digits', 'INV-2291', 'inv-2219'],
  ['a digit too few', 'INV-229', 'inv-2291'],
  ['a digit too many', 'INV-22911', 'inv-2291'],
  ['a wrong letter and a space', 'northwnd 48', 'northwind-48'],
  ['a copied ending', 'INV-2291 (2)', 'inv-2291'],
])('lists the reference for a term with %s', (_name, typed, meant) => {
  expect(listSimilarKeys(typed)).toContain(meant);
});

it('lists few different texts, none of them the term itself', () => {
  fc.assert(
    fc.property(term, (text) => {
      const keys = listSimilarKeys(text);
      expect(keys.length).toBeLessThan(3600);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain(text.toLowerCase());
      expect(keys.every((key) => key.isWellFormed())).toBe(true);
    }),
  );
});

it('lists the term for each of its own near misses', () => {
  fc.assert(
    fc.property(term, fc.nat(), (text, at) => {
      const signs = Array.from(text.toLowerCase());
      signs.splice(at % signs.length, 1);
      if (signs.length < 5 || /[ü🎉]/u.test(text)) return;
      expect([...listSimilarKeys(signs.join('')), signs.join('')]).toContain(text.toLowerCase());
    }),
  );
});

it.each(['', 'abcd', 'x'.repeat(41)])('lists nothing for %j', (text) => {
  expect(listSimilarKeys(text)).toEqual([]);
});

it.each([
  ['INV-2026-3', 'inv-2026-0003'],
  ['INV-2026-0003', 'inv-2026-3'],
  ['inv-2026-003', 'inv-2026-0003'],
  ['PAY7', undefined],
  ['2026/7-INV', '2026/0007-inv'],
])('of %s, numbers with other zeros come first: %s', (typed, key) => {
  const keys = listPaddedKeys(typed);
  if (key === undefined) expect(keys).toEqual([]);
  else expect(keys).toContain(key);
  expect(listSimilarKeys(typed).slice(0, keys.length)).toEqual(keys);
});
