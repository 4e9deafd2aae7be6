import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceProblem } from '@/lib/http/problems';
import {
  findLimits,
  isVoid,
  keepNewest,
  learnLimit,
  type LearnedLimit,
  type LimitedWithdrawal,
  listDeclinedBefore,
} from '@/lib/risk/learned-limits';
import { listDeclinedInForm } from '@/lib/risk/learned-limits-of-form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const AT = '2026-11-12T23:30:00.000Z';
const LATER = '2026-11-13T00:00:00.000Z';
const withdrawal = (change: Partial<LimitedWithdrawal> = {}): LimitedWithdrawal => ({
  asset: 'USDC',
  crypto_network: 'ETHEREUM',
  destination_address: ADDRESS,
  ...change,
});
const learn = (type: string, meta: Record<string, unknown>, body: LimitedWithdrawal, at = AT): LearnedLimit[] => {
  const problem: ServiceProblem = { status: 400, type, title: '', detail: '', meta, isReadable: true };
  const limit = learnLimit(at, problem, body);
  return limit ? [limit] : [];
};
const minimum = (limit: unknown, amount = '0.000000000000000001') =>
  learn('below-min-withdraw-limit', { limit, amount }, withdrawal({ amount }));
const messages = (limits: readonly LearnedLimit[], change: Partial<LimitedWithdrawal>) =>
  listDeclinedBefore(limits, withdrawal(change)).map(({ message }) => message);

// Integers in units of 10^-18 are an independent way to compare.
const units = fc.bigInt({ min: 1n, max: 10n ** 24n });
const written = (amount: bigint) =>
  `${amount / 10n ** 18n}.${(amount % 10n ** 18n).toString().padStart(18, '0')}`.replace(/\.?0+$/, '');

const form = (change: Partial<WithdrawalForm>) => ({
  ...EMPTY_WITHDRAWAL_FORM,
  asset: 'USDC',
  network: 'ETHEREUM',
  destinationAddress: ADDRESS,
  ...change,
});

describe('the form', () => {
  const said = 'Declined on 12 Nov 2026: at least 20 USDC on Ethereum.';

  it.each<[Partial<WithdrawalForm>, object[]]>([
    [{ value: '19' }, [{ path: 'value', message: said }]],
    [{ value: '1,9' }, []],
    [{ value: '40', testAmount: '1' }, [{ path: 'testAmount', message: said }]],
    [{ value: '40', testAmount: '39' }, [{ path: 'value', message: `The remainder is 1 USDC. ${said}` }]],
    [{ value: '40', testAmount: '20' }, []],
    [{ value: '19', testAmount: '20' }, [{ path: 'value', message: said }]],
  ])('with %j says %j', (change, expected) =>
    expect(listDeclinedInForm(minimum('20'), form(change))).toEqual(expected),
  );

  it('says once what the address of both parts of a test payment is known for, and before there is an amount', () => {
    const limits = learn('unsupported-address', {}, withdrawal({ amount: '1' }));
    const expected = [
      { path: 'destinationAddress', message: 'Declined on 12 Nov 2026: unsupported address on Ethereum.' },
    ];
    expect(listDeclinedInForm(limits, form({ value: '40', testAmount: '1' }))).toEqual(expected);
    expect(listDeclinedInForm(limits, form({}))).toEqual(expected);
  });
});

describe('a learned limit', () => {
  it('is said with its day for exactly the amounts that do not satisfy it', () => {
    expect(messages(minimum('20'), { amount: '19.99' })).toEqual([
      'Declined on 12 Nov 2026: at least 20 USDC on Ethereum.',
    ]);
    fc.assert(
      fc.property(units, units, (limit, amount) => {
        const below = messages(minimum(written(limit), '0'), { amount: written(amount) });
        expect(below).toHaveLength(amount < limit ? 1 : 0);
        const declined = withdrawal({ amount: written(limit + 1n) });
        const maximum = learn('exceed-max-withdraw-limit', { limit: written(limit) }, declined);
        expect(messages(maximum, { amount: written(amount) })).toHaveLength(amount > limit ? 1 : 0);
      }),
    );
  });

  it('is void once a later withdrawal was accepted that it would not allow', () => {
    fc.assert(
      fc.property(units, units, fc.constantFrom(LATER, AT, '2026-11-12T00:00:00.000Z'), (limit, amount, at) => {
        const [learned] = minimum(written(limit), '0');
        if (!learned) throw new Error('the limit must be learned');
        const isAccepted = isVoid(learned, [{ at, body: withdrawal({ amount: written(amount) }) }]);
        expect(isAccepted).toBe(amount < limit && at === LATER);
      }),
    );
  });

  it.each<[string, Partial<LimitedWithdrawal>]>([
    ['another network', { crypto_network: 'BASE', amount: '1' }],
    ['another asset', { asset: 'PYUSD', amount: '1' }],
    ['a total of another balance', { balance_asset: 'USD', total: '1' }],
    ['no amount', {}],
  ])('is not said and not void for %s', (_, change) => {
    const limits = minimum('20');
    expect(messages(limits, change)).toEqual([]);
    expect(limits.map((limit) => isVoid(limit, [{ at: LATER, body: withdrawal(change) }]))).toEqual([false]);
  });

  it('compares a total where it proves something of the amount within it', () => {
    expect(messages(minimum('20'), { total: '19' })).toHaveLength(1);
    const maximum = learn('exceed-max-withdraw-limit', { limit: '20' }, withdrawal({ amount: '21' }));
    expect([messages(maximum, { amount: '20.5' }), messages(maximum, { total: '20.5' })]).toEqual([
      ['Declined on 12 Nov 2026: at most 20 USDC on Ethereum.'],
      [],
    ]);
  });

  it('of decimals is said for as many or more', () => {
    const limits = learn('exceed-precision', {}, withdrawal({ amount: '1.1234567' }));
    expect(messages(limits, { amount: '2.00000001' })).toEqual([
      'Declined on 12 Nov 2026: 7 decimals are too many for USDC on Ethereum.',
    ]);
    expect(messages(limits, { amount: '2.123456' })).toEqual([]);
  });

  it('of an address is said for its every spelling and asset, and quotes the reason without hidden characters', () => {
    const reason = `sanc\u202etioned${'x'.repeat(400)}`;
    const limits = learn('unsupported-address', { reason }, withdrawal({ amount: '1' }));
    const [said, ...more] = listDeclinedBefore(
      limits,
      withdrawal({ asset: 'ETH', destination_address: ADDRESS.toLowerCase() }),
    );
    expect(more).toEqual([]);
    expect(said?.path).toBe('destinationAddress');
    expect(said?.message).toMatch(/unsupported address on Ethereum\. The service says: “sanc⟨U\+202E⟩tionedx+…”$/);
    expect(messages(limits, { destination_address: ADDRESS.replace(/7$/, '8') })).toEqual([]);
  });

  it('of an expired fee quote is said for the same fee ID alone', () => {
    const limits = learn('fee-quote-expired', {}, withdrawal({ fee_id: 'fee-1', amount: '1' }));
    expect(messages(limits, { fee_id: 'fee-1' })).toEqual(['Declined on 12 Nov 2026: the fee quote expired.']);
    expect(messages(limits, { fee_id: 'fee-2' })).toEqual([]);
  });

  it.each([[20], ['2e1'], ['-20'], ['20 USDC'], ['9'.repeat(41)], [{ value: '20' }], [undefined], ['0.5']])(
    'is not learned from %j for a declined amount of 1',
    (limit) => expect(minimum(limit, '1')).toEqual([]),
  );

  it('is not learned from a refusal for another reason', () =>
    expect(learn('insufficient-funds', { limit: '20' }, withdrawal({ amount: '1' }))).toEqual([]));

  it('gives way to the newest one of its kind, asset and network', () => {
    const [older] = minimum('20');
    const newer = learn('below-min-withdraw-limit', { limit: '5' }, withdrawal({ amount: '1' }), LATER);
    const maximum = learn('exceed-max-withdraw-limit', { limit: '9' }, withdrawal({ amount: '10' }));
    if (!older) throw new Error('the limit must be learned');
    expect(findLimits(keepNewest([...newer, older, ...maximum]), withdrawal())).toEqual([...newer, ...maximum]);
    expect(keepNewest([older, ...newer])).toEqual(newer);
  });
});
