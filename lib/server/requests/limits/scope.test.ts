import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addAmounts, compareAmounts } from '@/lib/money/amounts';
import { LIMIT_SCOPES, type LimitScope, type TimeLimit } from '@/lib/policy/time-limits';
import { accountKey } from '@/lib/recipients/account';
import { sumSubmission } from '@/lib/server/requests/limits/scope';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const ADDRESSES = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
const body: fc.Arbitrary<WithdrawalBody> = fc.record({
  ref_id: fc.uuid(),
  profile_id: fc.constantFrom('p-ops', 'p-all'),
  asset: fc.constantFrom('ETH', 'USDC'),
  crypto_network: fc.constantFrom('ETHEREUM', 'BASE'),
  destination_address: fc.constantFrom(...ADDRESSES, ...ADDRESSES.map((address) => address.toLowerCase())),
  amount: fc.constantFrom('0.5', '1', '2.000001'),
});
const limit = fc.record({
  window: fc.constant<TimeLimit['window']>({ kind: 'hours', hours: 24 }),
  by: fc.subarray<LimitScope>([...LIMIT_SCOPES]),
  limit: fc.constantFrom<TimeLimit['limit']>(
    { kind: 'count', limit: 1 },
    { kind: 'sum', limits: { ETH: '1' } },
    { kind: 'value', currency: 'USD', limit: '1' },
  ),
});

function isTogether({ by, limit: { kind } }: TimeLimit, one: WithdrawalBody, other: WithdrawalBody): boolean {
  return (
    (!by.includes('profile') || one.profile_id === other.profile_id) &&
    (!by.includes('recipient') || accountKey(one) === accountKey(other)) &&
    (!(by.includes('asset') || kind === 'sum') || one.asset === other.asset) &&
    (!by.includes('network') || one.crypto_network === other.crypto_network)
  );
}

it('sums what counts together with each item of a submission, once for all of them', () => {
  fc.assert(
    fc.property(limit, fc.array(body, { minLength: 1, maxLength: 12 }), (overTime, others) => {
      for (const one of others) {
        const sums = sumSubmission(overTime, { body: one, submission: others, requesterId: 'requester' });
        const together = others.filter((other) => isTogether(overTime, one, other));
        expect(sums.reduce((count, sum) => count + sum.count, 0)).toBe(together.length);
        for (const { asset, total } of sums) {
          const own = together.filter((other) => other.asset === asset).map(({ amount }) => amount ?? '0');
          expect(compareAmounts(total, own.reduce(addAmounts, '0'))).toBe(0);
        }
        const [again = one] = together;
        expect(sumSubmission(overTime, { body: again, submission: others, requesterId: 'requester' })).toBe(sums);
      }
    }),
  );
});

it('counts a withdrawal without others alone', () => {
  const [alone] = fc.sample(body, 1);
  const by: TimeLimit = { window: { kind: 'hours', hours: 1 }, by: [], limit: { kind: 'count', limit: 1 } };
  expect(sumSubmission(by, { body: alone!, requesterId: 'requester' })).toEqual([
    { asset: alone!.asset, total: alone!.amount, count: 1 },
  ]);
});
