import { describe, expect, it } from 'vitest';
import { describePaid } from '@/lib/search/describe-paid';
import type { PaidToAddress } from '@/lib/search/found';

const NONE = { transfers: 0, amounts: [] };
const PAID: PaidToAddress = {
  address: '0x1',
  isPartial: false,
  completed: NONE,
  pending: NONE,
  failed: 0,
  other: 0,
};
const sum = (transfers: number, ...amounts: [string, string][]) => ({
  transfers,
  amounts: amounts.map(([amount, asset]) => ({ amount, asset })),
});

describe('what was paid to an address', () => {
  it.each<[Partial<PaidToAddress>, string]>([
    [{ completed: sum(1, ['0.5', 'BTC']) }, '1 completed: 0.5 BTC'],
    [
      { completed: sum(1200, ['1.5', 'BTC'], ['30000', 'USDC']), pending: sum(2, ['0.1', 'BTC']), failed: 1 },
      '1,200 completed: 1.5 BTC and 30,000 USDC; 2 pending: 0.1 BTC; 1 failed',
    ],
    [
      { completed: sum(1, ['123456789012345678901234567890.000000000000000001', 'ETH']) },
      '1 completed: 123,456,789,012,345,678,901,234,567,890.000000000000000001 ETH',
    ],
    [{ pending: sum(3) }, '3 pending'],
    [{ other: 2 }, '2 with another status'],
    [
      { completed: sum(8, ...'ABCDEFGH'.split('').map((asset): [string, string] => ['1', asset])) },
      '8 completed: 1 A, 1 B, 1 C, 1 D, 1 E, 1 F and 2 other assets',
    ],
    [{ completed: sum(1, ['1', '']) }, '1 completed: 1'],
    [{ completed: sum(9_999), failed: 2, isPartial: true }, '10,001 or more transfers; the list adds them up'],
  ])('%j', (change, words) => {
    expect(describePaid({ ...PAID, ...change })).toBe(words);
  });

  it('shows hidden characters of an asset', () => {
    expect(describePaid({ ...PAID, completed: sum(1, ['1', 'BT\u202EC']) })).not.toContain('\u202E');
  });
});
