import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, subtractAmounts, worthAt } from '@/lib/money/amounts';
import { describePriceAge, describeValue, roundUsd } from '@/lib/money/usd-value';

const amount = fc.stringMatching(/^(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,18})?$/);
const read = (text: string) => text.replaceAll(',', '');

describe('roundUsd', () => {
  it('is monotone, off by at most half of its last digit, and never nothing for something', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [low, high] = compareAmounts(a, b) <= 0 ? [a, b] : [b, a];
        expect(compareAmounts(read(roundUsd(low)), read(roundUsd(high)))).toBeLessThanOrEqual(0);
        if (/[1-9]/.test(a)) expect(roundUsd(a)).toMatch(/[1-9]/);
        const places = roundUsd(a).split('.')[1]?.length ?? 0;
        const half = places === 0 ? '0.5' : `0.${'0'.repeat(places)}5`;
        const [less, more] = [a, read(roundUsd(a))].toSorted(compareAmounts) as [string, string];
        expect(compareAmounts(subtractAmounts(more, less), half)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it.each([
    ['108419.5', '108,420'],
    ['100', '100'],
    ['99.995', '100'],
    ['99.994', '99.99'],
    ['2.5', '2.50'],
    ['0.005', '0.01'],
    ['0.00499', '0.0050'],
    ['0.000000123', '0.00000012'],
    ['0', '0.00'],
    ['no number', 'no number'],
  ])('writes %s as %s', (usd, written) => {
    expect(roundUsd(usd)).toBe(written);
  });
});

describe('describeValue', () => {
  it('says what it leaves out', () => {
    expect(describeValue({ usd: '108420.49', pricedAt: null })).toBe('≈ 108,420 USD');
    expect(describeValue({ usd: '5', pricedAt: null, unpriced: 3 })).toBe('≈ 5.00 USD + 3 without a price');
    expect(describeValue(null)).toBe('no price');
  });
});

describe('describePriceAge', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  it('is silent for a day, then names the day', () => {
    const age = (pricedAt: string | null) => describePriceAge({ usd: '1', pricedAt }, now);
    expect(age('2026-11-28T12:00:00Z')).toBeUndefined();
    expect(age('2026-11-28T11:59:59Z')).toBe('price of 28 Nov');
    expect(age('2025-11-12T12:00:00Z')).toBe('price of 12 Nov 2025');
    expect(age('2026-12-01T00:00:00Z')).toBeUndefined();
    expect(age(null)).toBeUndefined();
    expect(age('no time')).toBeUndefined();
    expect(describePriceAge(null, now)).toBeUndefined();
  });
});

describe('worthAt', () => {
  it('is exact: as many decimals as both have, and no more', () => {
    const price = fc.stringMatching(/^[1-9][0-9]{0,7}$/);
    fc.assert(
      fc.property(amount, price, (units, cents) => {
        const [whole = '', decimals = ''] = units.split('.');
        const product = BigInt(whole + decimals.padEnd(18, '0')) * BigInt(cents);
        const usd = worthAt(units, cents);
        const [dollars = '', rest = ''] = usd.split('.');
        expect(BigInt(dollars + rest.padEnd(18, '0'))).toBe(product);
      }),
    );
    expect(worthAt('30.000000000000000001', '3614')).toBe('108420.000000000000003614');
  });
});
