import { expect, it } from 'vitest';
import { readFeeQuote } from '@/lib/withdrawals/fee-quote';

const ANSWER = { id: 'fee-1', asset: 'USDC', fee: '1.25', expires_at: '2026-11-30T10:00:00.5Z' };

it('reads a quote, in the asset of the withdrawal unless it names another', () => {
  const quote = { id: 'fee-1', fee: '1.25', asset: 'USDC', expiresAt: '2026-11-30T10:00:00.500Z' };
  expect(readFeeQuote({ ...ANSWER, more: {} }, 'ETH')).toEqual(quote);
  expect(readFeeQuote({ ...ANSWER, asset: undefined, fee: '.25' }, 'ETH')).toEqual({
    ...quote,
    asset: 'ETH',
    fee: '.25',
  });
});

it.each([
  null,
  'fee-1',
  [],
  { ...ANSWER, id: '' },
  { ...ANSWER, id: 'x'.repeat(129) },
  { ...ANSWER, id: 'fee\u202e1' },
  { ...ANSWER, id: 7 },
  { ...ANSWER, fee: 1.25 },
  { ...ANSWER, fee: '-1' },
  { ...ANSWER, fee: '1e9' },
  { ...ANSWER, asset: 'usd coin' },
  { ...ANSWER, expires_at: 'soon' },
  { ...ANSWER, expires_at: undefined },
])('takes no quote from %j', (answer) => {
  expect(readFeeQuote(answer, 'USDC')).toBeUndefined();
});
