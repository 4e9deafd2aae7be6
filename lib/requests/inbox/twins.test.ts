import { expect, it } from 'vitest';
import { labelTwins } from '@/lib/requests/inbox/twins';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const item = (change: Partial<WithdrawalBody> = {}, riskLabels: string[] = []) => ({
  body: {
    ref_id: 'INV-1',
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: ADDRESS,
    amount: '1.5',
    ...change,
  } as WithdrawalBody,
  riskLabels,
});

it('labels both of two requests for the same payment, each once', () => {
  const items = [item(), item({ amount: '1.50', destination_address: ADDRESS.toLowerCase() }, ['possible duplicate'])];
  expect(labelTwins(items).map(({ riskLabels }) => riskLabels)).toEqual([
    ['possible duplicate'],
    ['possible duplicate'],
  ]);
});

it.each([{ amount: '1.51' }, { asset: 'USDC' }, { crypto_network: 'BASE' }])(
  'labels none that differs: %o',
  (change) => {
    expect(labelTwins([item(), item(change)]).flatMap(({ riskLabels }) => riskLabels)).toEqual([]);
  },
);
