import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKeysOf, skeletonOf } from '@/lib/text/skeleton';

const isSameName = (one: string, other: string) => nameKeysOf(one).some((key) => nameKeysOf(other).includes(key));

describe('skeletonOf', () => {
  it('gives the examples of UTS 39 one skeleton', () => {
    expect(skeletonOf('\u{1D4C5}\u{1D4B6}\u{1D4CE}\u{1D4C5}\u{1D4B6}l')).toBe(skeletonOf('paypal'));
    expect(skeletonOf('\u0440\u0430ypal')).toBe(skeletonOf('paypal'));
    expect(skeletonOf('rnicrosoft')).toBe(skeletonOf('microsoft'));
    expect(skeletonOf('1l\u0406I')).toBe('llll');
  });

  it('never throws, and gives a skeleton its own skeleton', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const skeleton = skeletonOf(text);
        expect(skeletonOf(skeleton)).toBe(skeletonOf(skeletonOf(skeleton)));
      }),
    );
  });
});

describe('nameKeysOf', () => {
  it.each([
    ['Cold store', 'cold  store'],
    ['Bank', 'B\u0430nk'],
    ['Bank', 'Ba\u200Bnk'],
    ['Bank', 'B\uFF41nk'],
    ['Alice', 'AIice'],
    ['ICE', 'ice'],
    ['ICE', 'lCE'],
    ['Desk 10', 'Desk lO'],
    ['Caf\u00E9', 'Cafe\u0301'],
  ])('takes %s and %s for one name', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
  });

  it.each([
    ['Cold store', 'Cold store 2'],
    ['Bank A', 'Bank B'],
    ['Kraken', 'Kracken'],
  ])('tells %s from %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
