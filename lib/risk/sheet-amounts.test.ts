import { describe, expect, it } from 'vitest';
import { isFarAboveSheet, summarizeAmounts } from '@/lib/risk/sheet-amounts';

const eth = (...values: string[]) => values.map((value) => ({ asset: 'ETH', value }));
const farAbove = (...values: string[]) => {
  const sheet = summarizeAmounts(eth(...values))('ETH');
  return values.filter((value) => sheet && isFarAboveSheet(value, sheet));
};

describe('the amounts of a sheet', () => {
  it.each([
    [['0.1', '4', '1500', '2.5', '0.8'], ['1500']],
    [['1', '1500'], ['1500']],
    [
      ['1', '1', '1500', '1500'],
      ['1500', '1500'],
    ],
    [['1', '1', '100'], []],
    [['1', '1', '100.000000000000000001'], ['100.000000000000000001']],
    [['1500'], []],
    [['0', '0', '0', '1500'], []],
    [[], []],
  ])('%j: far above the others are %j', (values, expected) => expect(farAbove(...values)).toEqual(expected));

  it('are compared within an asset', () => {
    const sheetOf = summarizeAmounts([...eth('1', '2', '3'), { asset: 'USDC', value: '90000' }]);
    expect(sheetOf('ETH')).toEqual({ rows: 3, median: '2' });
    expect(sheetOf('USDC')).toBeUndefined();
  });
});
