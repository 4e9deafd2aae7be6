import { expect, it } from 'vitest';
import { describeNear, describeRead } from '@/lib/search/describe-near';
import type { TransferRow } from '@/lib/transfers/transfer';

const transfer = (id: string): TransferRow => ({ id, flaws: [] });

it.each([
  [3, false, '34,144.08: three within 0.01'],
  [1, false, '34,144.08: one within 0.01'],
  [3, true, '34,144.08: more than three within 0.01'],
])('%i transfers near an amount, more: %s', (count, hasMore, words) => {
  const transfers = Array.from({ length: count }, (_, index) => transfer(String(index)));
  expect(describeNear({ amount: '34144.08', within: '0.01', transfers, requests: [], hasMore })).toBe(words);
});

it.each([
  [{ amounts: ['1250', '1.250'], asset: 'USDC' }, 'Read as 1,250 and as 1.25 USDC.'],
  [{ amounts: ['17.000', '17000'], asset: null }, 'Read as 17 and as 17,000.'],
  [{ amounts: ['1250', '1.250'], asset: 'A\u202EB' }, 'Read as 1,250 and as 1.25 A⟨U+202E⟩B.'],
  [{ amounts: ['1250'], asset: 'USDC' }, undefined],
])('%j was read so', (read, words) => {
  expect(describeRead(read)).toBe(words);
});
