import { describe, expect, it } from 'vitest';
import { groupByAddress as group, takeGroups } from '@/lib/requests/bundles/recipient-groups';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const pay = (to: string, amount: string, change: Partial<WithdrawalBody> = {}) => ({
  body: { asset: 'ETH', crypto_network: 'ETHEREUM', destination_address: to, amount, ...change } as WithdrawalBody,
});
const groupByAddress = (items: readonly ReturnType<typeof pay>[]) => group(items, ({ body }) => body);
const amountsOf = (items: readonly ReturnType<typeof pay>[]) => items.map(({ body }) => body.amount);

describe('items of a batch by their address', () => {
  it('take the place of the first', () => {
    const groups = groupByAddress([
      pay('b', '3'),
      pay('a', '2.5'),
      pay('b', '1'),
      pay('b', '7', { asset: 'LINK' }),
      // Another account, and another text of an address.
      pay('b', '4', { crypto_network: 'BASE' }),
      pay('B', '5'),
    ]);
    expect(groups.map(({ items }) => amountsOf(items))).toEqual([['3', '1', '7'], ['2.5'], ['4'], ['5']]);
  });

  it('are taken as whole groups, up to a number of items', () => {
    const groups = groupByAddress([pay('a', '1'), pay('b', '2'), pay('b', '3'), pay('c', '4')]);
    const { taken, left } = takeGroups(groups, 2);
    expect([taken, left].map((some) => some.flatMap(({ items }) => amountsOf(items)))).toEqual([
      ['1'],
      ['2', '3', '4'],
    ]);
    expect(takeGroups(groups, 4).left).toEqual([]);
  });
});
