import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS } from '@/lib/networks/assets';
import { NETWORKS } from '@/lib/networks/networks';
import {
  type FilledFields,
  findCommon,
  findOnlyAsset,
  findOnlyNetwork,
  findUsualFields,
  findUsualNetwork,
  MIN_USUAL,
  type PaidRecipient,
  planFill,
} from '@/lib/recipients/paid';

const paid = (change: Partial<PaidRecipient> = {}, times = 14): PaidRecipient => ({
  network: 'ETHEREUM',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  paid: { times, isAtLeast: false, lastAt: '2026-10-02T00:00:00.000Z' },
  asset: 'ETH',
  profile: 'p-main',
  isDeclined: false,
  ...change,
});
const entry = (change: object = {}) => ({ network: 'ETHEREUM', memo: null, profiles: [] as string[], ...change });
const PROFILES = [{ id: 'P-MAIN' }, { id: 'p-two' }];
const FROM = 'As in all 14 payments';

describe('the usual network', () => {
  it.each([
    ['of the only entry', [entry()], [], 'From the address book'],
    ['of entry and payments', [entry()], [paid()], 'From the address book'],
    ['of all payments', [], [paid({}, 2), paid({ memo: '7' }, 12)], FROM],
    ['of too few payments', [], [paid({}, MIN_USUAL - 1)], undefined],
    ['of several entries', [entry(), entry({ network: 'BASE' })], [], undefined],
    ['of an entry, and of payments elsewhere', [entry()], [paid({ network: 'BASE' })], undefined],
    ['of payments, after a declined one', [], [paid({ isDeclined: true })], undefined],
    ['of nothing', [], [], undefined],
  ])('is that %s', (_what, entries, payments, from) => {
    expect(findUsualNetwork({ entries, paid: payments })).toEqual(from && { value: 'ETHEREUM', from });
  });

  it('is the only one on which the address is valid', () => {
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(findOnlyNetwork(bitcoin, NETWORKS)?.value).toBe('BITCOIN');
    expect(findOnlyNetwork(paid().address, NETWORKS)).toBeUndefined();
    expect(findOnlyNetwork(bitcoin, [...NETWORKS, { id: 'OTHER', label: 'Other' }])).toBeUndefined();
    expect(findOnlyNetwork('Northwind', [{ id: 'OTHER', label: 'Other' }])).toBeUndefined();
  });
});

it.each([
  ['BITCOIN', 'BTC'],
  ['BASE', 'USDC'],
  ['ETHEREUM', undefined],
  ['MOON', undefined],
])('the only asset on %s is %s', (id, ticker) => {
  expect(findOnlyAsset(ASSETS, { id, label: 'the network' })?.value).toBe(ticker);
});

describe('usual asset and profile', () => {
  const [asset, profileId] = [
    { value: 'ETH', from: FROM },
    { value: 'p-main', from: FROM },
  ];
  it.each([
    ['those of every payment', undefined, paid(), { asset, profileId }],
    ['not those of different payments', undefined, paid({ asset: null, profile: null }), {}],
    ['nothing after a declined one', undefined, paid({ isDeclined: true }), {}],
    ['no profile that the form does not offer', undefined, paid({ profile: 'p-hidden' }), { asset }],
    ['no profile that the entry does not allow', entry({ profiles: ['p-2', 'p-3'] }), paid(), { asset }],
    [
      'the only profile of the entry',
      entry({ profiles: ['p-two'] }),
      undefined,
      {
        profileId: { value: 'p-two', from: 'From the address book' },
      },
    ],
    ['nothing of an entry that was never paid', entry(), undefined, {}],
  ])('are %s', (_what, saved, payments, expected) => {
    expect(findUsualFields({ entry: saved, paid: payments }, PROFILES)).toEqual(expected);
  });
});

it('what payments have in common is one value of enough of them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('ETH', 'USDC')), fc.nat(6), (values, times) => {
      const isOne = values.length > 0 && values.every((value) => value === values[0]);
      expect(findCommon(values, times)).toBe(isOne && times >= MIN_USUAL ? values[0] : null);
    }),
  );
});

const filledOf = (values: object): FilledFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, { value, from: FROM }]])),
  );

describe('what the form fills in', () => {
  const EMPTY = { network: '', asset: '', profileId: '' };
  const eth = { value: 'ETH', from: FROM };
  const usdc = { value: 'USDC', from: FROM };
  const main = { value: 'p-main', from: 'As in your last 12 requests' };

  it('is what is usual, and for another recipient what is usual there', () => {
    const first = planFill(EMPTY, { filled: {}, usual: { asset: eth }, base: { profileId: main } });
    expect(first).toEqual({ changes: { asset: 'ETH', profileId: 'p-main' }, filled: { asset: eth, profileId: main } });
    const values = { ...EMPTY, ...first.changes };
    expect(planFill(values, { filled: first.filled, usual: { asset: usdc }, base: {} })).toEqual({
      changes: { asset: 'USDC', profileId: '' },
      filled: { asset: usdc },
    });
  });

  it('keeps the network until the address is another', () => {
    const network = { value: 'ETHEREUM', from: FROM };
    const values = { ...EMPTY, network: 'ETHEREUM' };
    expect(planFill(values, { filled: { network }, usual: {}, base: {} })).toEqual({
      changes: {},
      filled: { network },
    });
  });

  it('never changes what a person entered, and comes to rest', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    const fields = fc.record(
      { network: text, asset: text, profileId: text },
      { noNullPrototype: true, requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, fields, fields, fields, (entered, filled, usual, base) => {
        const [values, state] = [
          { ...EMPTY, ...entered },
          { usual: filledOf(usual), base: filledOf(base) },
        ];
        const plan = planFill(values, { ...state, filled: filledOf(filled) });
        for (const name of ['network', 'asset', 'profileId'] as const) {
          const isEntered = values[name] !== '' && values[name] !== filledOf(filled)[name]?.value;
          if (isEntered) expect(plan.changes).not.toHaveProperty(name);
        }
        const after = planFill({ ...values, ...plan.changes }, { ...state, filled: plan.filled });
        expect(after).toEqual({ changes: {}, filled: plan.filled });
      }),
    );
  });
});
