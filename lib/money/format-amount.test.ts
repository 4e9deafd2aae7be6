import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts } from '@/lib/money/amounts';
import { groupDigits, isServiceAmount, roundForOverview, roundPrice } from '@/lib/money/format-amount';

const amount = fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/);

describe('groupDigits', () => {
  it('adds commas and loses nothing', () => {
    fc.assert(
      fc.property(amount, (text) => {
        expect(groupDigits(text).replaceAll(',', '')).toBe(text);
      }),
    );
    expect(groupDigits('1234567.00010')).toBe('1,234,567.00010');
    expect(groupDigits('.25')).toBe('0.25');
    expect(groupDigits('1e999')).toBe('1e999');
  });
});

it.each([
  ['96499.901', '96500'],
  ['96500', '96500'],
  ['1234567.8', '1234568'],
  ['3449.9993', '3450'],
  ['0.0731249', '0.073125'],
  ['2', '2'],
])('rounds the price %s to %s', (price, rounded) => {
  expect(roundPrice(price)).toBe(rounded);
});

const read = (text: string) => roundForOverview(text).replaceAll(',', '');

describe('roundForOverview', () => {
  it('is monotone, and shows at least a digit of what is not nothing', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [low, high] = compareAmounts(a, b) <= 0 ? [a, b] : [b, a];
        expect(compareAmounts(read(low), read(high))).toBeLessThanOrEqual(0);
        if (/[1-9]/.test(a)) expect(read(a)).toMatch(/[1-9]/);
        expect(read(a)).not.toContain('…');
      }),
    );
  });

  it.each([
    ['663.18169', '663.18'],
    ['27263.930901763555796249', '27,263.93'],
    ['123456789012.5', '123,456,789,012.5'],
    ['0.052349', '0.0523'],
    ['0.99996', '1.00'],
    ['0.00005', '0.0001'],
    ['0.0000395', '0.00004'],
    ['0.00004', '0.00004'],
    ['0.000000123456789', '0.00000012'],
    ['0.000000000', '0.00'],
    ['630.00', '630.00'],
    ['30', '30'],
    ['0.25000000', '0.25'],
    ['8.2', '8.2'],
    ['.25', '0.25'],
    ['1e999', '1e999'],
  ])('writes %s as %s', (text, written) => {
    expect(roundForOverview(text)).toBe(written);
  });
});

describe('isServiceAmount', () => {
  it('accepts what the service may write, and nothing that a decimal library would fail on', () => {
    for (const text of ['1', '.25', '0.10', '007']) expect(isServiceAmount(text)).toBe(true);
    for (const text of ['', '.', '1.', '-1', '1e9', 'NaN', '1,0', '9'.repeat(400)])
      expect(isServiceAmount(text)).toBe(false);
  });
});
