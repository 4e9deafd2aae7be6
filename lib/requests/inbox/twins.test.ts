import { expect, it } from 'vitest';
import { addRepeatFinding } from '@/lib/requests/bundles/batch-repeats';
import { findTwins } from '@/lib/requests/inbox/twins';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { isGrave, sortByWeight } from '@/lib/risk/sort-findings';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const body = (change: Partial<WithdrawalBody> = {}) =>
  ({
    ref_id: 'INV-1',
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: ADDRESS,
    amount: '1.5',
    ...change,
  }) as WithdrawalBody;

it('finds both of two requests for the same payment', () => {
  const same = body({ amount: '1.50', destination_address: ADDRESS.toLowerCase() });
  expect(findTwins([body(), body({ amount: '2' }), same])).toEqual([true, false, true]);
});

it.each([{ amount: '1.51' }, { asset: 'USDC' }, { crypto_network: 'BASE' }])(
  'finds none that differs: %o',
  (change) => {
    expect(findTwins([body(), body(change)])).toEqual([false, false]);
  },
);

it('weighs a row that repeats another as it weighs other duplicates', () => {
  const checks = { card: { lines: [], signals: [] } } as unknown as RecipientChecks;
  const [line] = sortByWeight(addRepeatFinding(checks, 0).card.lines).attention;
  expect(line).toMatchObject({ name: 'possible duplicate' });
  expect(line && isGrave(line)).toBe(true);
});
