import { describe, expect, it } from 'vitest';
import { describeAmounts, orderByFindings } from '@/lib/requests/bundles/item-amounts';

const item = (position: number, amount: string, findings = 0, asset = 'ETH') => ({
  position,
  body: { asset, amount },
  look: { reasons: Array.from({ length: findings }, () => 'Found.') },
});

describe('the order of the items of a batch', () => {
  it('begins with the most findings, then the largest amounts, exactly compared', () => {
    const items = [
      item(0, '1'),
      item(1, '1.000000000000000001'),
      item(2, '0.5', 1),
      item(3, '9', 0, 'BTC'),
      item(4, '3', 0, 'BTC'),
    ];
    const usual = [5, 6, 7].map((position) => item(position, '0.001', 0, 'SOL'));
    const ordered = orderByFindings([...items, ...usual, item(8, '0.02', 0, 'SOL')]);
    expect(ordered[1]).toMatchObject({ item: { position: 8 }, times: 20 });
    expect(orderByFindings(items).map(({ item: { position }, share }) => [position, share])).toEqual([
      [2, 0.5],
      [3, 1],
      [1, 1],
      [0, 1],
      [4, 0.33],
    ]);
  });
});

describe('the amounts of a batch', () => {
  it('are named by the median of each asset and by the items far above it', () => {
    const usual = Array.from({ length: 9 }, (_, index) => item(index, '3'));
    expect(describeAmounts([...usual, item(9, '125'), item(10, '30')])).toEqual([
      'Median 3 ETH; item 10 is 41 times that.',
    ]);
    expect(describeAmounts([item(0, '3'), item(1, '1', 0, 'BTC')])).toEqual([]);
    expect(describeAmounts([...usual, ...[9, 10, 11, 12, 13].map((position) => item(position, '90'))])).toEqual([
      'Median 3 ETH; item 10 is 30 times that; item 11 is 30 times that; item 12 is 30 times that; and 2 more are ' +
        'at least 10 times that.',
    ]);
  });
});
