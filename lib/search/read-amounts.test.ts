import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { listNearAmounts, readAmounts } from '@/lib/search/read-amounts';

describe('an amount as people write it', () => {
  it.each<[string, string[], string | undefined]>([
    ['34,144.08', ['34144.08'], undefined],
    ['34144.08', ['34144.08'], undefined],
    ['34.144,08', ['34144.08'], undefined],
    ["34'144.08 usdc", ['34144.08'], 'USDC'],
    ['34’144.08', ['34144.08'], undefined],
    ['34 144,08\u00A0USDC', ['34144.08'], 'USDC'],
    ['USDC 34,144.08', ['34144.08'], 'USDC'],
    ['$34,144.08', ['34144.08'], undefined],
    ['€ 1.250,-', ['1.250', '1250'], undefined],
    ['1,250 usdc', ['1250', '1.250'], 'USDC'],
    ['1.250 usdc', ['1.250', '1250'], 'USDC'],
    ['17.000', ['17.000', '17000'], undefined],
    ['0,125', ['0.125'], undefined],
    ['12,34,567', ['1234567'], undefined],
    ['5500', ['5500'], undefined],
    ['about 34k usdc', ['34000'], 'USDC'],
    ['~1.2m', ['1200000'], undefined],
    ['usd 3 mio', ['3000000'], 'USD'],
    ['-34,144.08', ['34144.08'], undefined],
  ])('%s means %j', (text, amounts, asset) => {
    expect(readAmounts(text)).toMatchObject({ amounts, asset });
  });

  it.each([
    'INV-100',
    'NORTHWIND 48',
    'BTC',
    '1.2.3',
    '1,2,3',
    '',
    ' ',
    '5 b',
    '2026-11-29',
    '0x52',
    '🎉 5',
    '9'.repeat(100),
  ])('%j is none', (text) => {
    expect(readAmounts(text)).toBeUndefined();
  });
});

describe('what is near an amount', () => {
  it.each([
    ['34,144.08', '34144.08', '0.01', '34144.07', '34144.09'],
    ['34144.1', '34144.1', '0.05', '34144.05', '34144.15'],
    ['34144', '34144', '0.5', '34143.5', '34144.5'],
    ['34k', '34000', '500', '33500', '34500'],
    ['0.004 btc', '0.004', '0.0005', '0.0035', '0.0045'],
    ['0.3', '0.3', '0.05', '0.25', '0.35'],
    ['954.95268054', '954.95268054', '0.01', '954.94268054', '954.96268054'],
  ])('%s: from half of the last digit, or a cent', (text, amount, within, from, to) => {
    const read = readAmounts(text);
    expect(read && listNearAmounts(read)[0]).toEqual({ amount, within, from, to });
  });

  it('of an ambiguous amount is looked for around each meaning', () => {
    const read = readAmounts('1,250');
    expect(read && listNearAmounts(read).map(({ amount }) => amount)).toEqual(['1250', '1.250']);
  });
});

it('gives amounts that the service could have, around themselves, for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.stringMatching(/^[$~]?[0-9.,' ]{1,40}(?: ?(?:k|m|bn))?(?: [A-Za-z]{2,5})?$/),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const read = readAmounts(typed);
      if (!read) return;
      expect(read.amounts.length).toBeGreaterThan(0);
      for (const { amount, from, to } of listNearAmounts(read)) {
        expect([amount, from, to].every(isServiceAmount)).toBe(true);
        expect(compareAmounts(from, amount)).toBeLessThanOrEqual(0);
        expect(compareAmounts(amount, to)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
