import { describe, expect, it } from 'vitest';
import { describeAmounts, orderByFindings } from '@/lib/requests/bundles/item-amounts';

const item = (position: number, amount: string, findings = 0, asset = 'ETH') => ({
  position,
  body: { asset, amount },
  look: { reasons: Array.from({ length: findings }, () => 'Found.') },
});

describe('the order of the items of a batch', () => {
  it('begins with findings, then the largest amounts, exactly compared', () => {
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
    const far = [...usual, item(9, '0.001', 3, 'SOL'), item(10, '0.5', 1, 'SOL')];
    expect(orderByFindings(far).map(({ item: { position } }) => position)).toEqual([10, 9, 5, 6, 7]);
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
  it('are described by the median of each asset, and by a row that is more than half of the sum', () => {
    const usual = Array.from({ length: 9 }, (_, index) => item(index, '3'));
    expect(describeAmounts([...usual, item(9, '125')])).toEqual(['median 3 ETH', '82 % of the sum is row 10']);
    expect(describeAmounts([...usual, item(9, '25')])).toEqual(['median 3 ETH']);
    expect(describeAmounts([...usual, item(9, '9000000')])[1]).toBe('99 % of the sum is row 10');
    expect(describeAmounts([item(0, '3'), item(1, '1', 0, 'BTC')])).toEqual([]);
    expect(describeAmounts([item(0, '3'), item(1, '1')])).toEqual(['median 1 ETH']);
    expect(describeAmounts([4, 5, 6, 7].map((position) => item(position, '0')))).toEqual([]);
  });
});
