import { describe, expect, it } from 'vitest';
import { decodeBalances } from '@/lib/balances/decode-balances';
import { explainShortage, sumNeeds } from '@/lib/balances/needs';

describe('the answer of balances', () => {
  it('gives every decimal as it is written', () => {
    const items = [
      { asset: 'USDC', available: '1234.50', trading: '0' },
      { asset: 'ETH', available: '.25', more: {} },
    ];
    expect([...decodeBalances({ items })]).toEqual([
      ['USDC', '1234.50'],
      ['ETH', '.25'],
    ]);
  });

  it.each([1.5, null, '', '-1', '1e3', '1,000', 'NaN'])('leaves out an item whose balance is %j', (available) => {
    const items = [null, { asset: 'USDC', available }, { available: '5' }, { asset: 'ETH', available: '2' }];
    expect([...decodeBalances({ items })]).toEqual([['ETH', '2']]);
  });

  it('leaves out an asset that comes twice', () => {
    const items = ['1', '2'].map((available) => ({ asset: 'USDC', available }));
    expect(decodeBalances({ items }).size).toBe(0);
  });

  it.each([undefined, null, [], 'x', {}, { items: {} }])('reads nothing from %j', (body) => {
    expect(decodeBalances(body).size).toBe(0);
  });
});

const pay = (amount: string, change = {}) => ({
  profile_id: 'p-1',
  asset: 'USDC',
  crypto_network: 'BASE',
  amount,
  ...change,
});
const explain = (withdrawals: Parameters<typeof sumNeeds>[0], available: string, fee?: string) =>
  explainShortage(sumNeeds(withdrawals), available, () => fee);

describe('what withdrawals take from a balance', () => {
  it('is summed exactly, by profile, balance, asset and network', () => {
    const total = { amount: undefined, total: '0.3' };
    expect(sumNeeds([pay('0.1'), pay('0.2'), pay('', total), pay('1', { profile_id: 'p-2' })])).toEqual([
      { profileId: 'p-1', asset: 'USDC', network: 'BASE', balanceAsset: 'USDC', value: '0.6', fees: 2 },
      { profileId: 'p-2', asset: 'USDC', network: 'BASE', balanceAsset: 'USDC', value: '1', fees: 1 },
    ]);
    expect(sumNeeds([pay('1', { asset: 'PYUSD', balance_asset: 'USD' })])).toMatchObject([{ balanceAsset: 'USD' }]);
  });

  it('may be all that is available, and no more', () => {
    expect(explain([pay('99.98')], '100', '0.02')).toBeUndefined();
    expect(explain([pay('99.980000000000000001')], '100', '0.02')).toBe(
      'More than available: 100.000000000000000001 USDC with the usual fee of 0.02 USDC, and p-1 has 100 USDC.',
    );
  });

  it('counts a fee for each amount, none for a total, and none that is not known', () => {
    expect(explain([pay('600'), pay('500')], '1000', '1')).toContain('1,102 USDC with usual fees of 2 USDC');
    expect(explain([pay('', { amount: undefined, total: '1001' })], '1000', '1')).toContain('1,001 USDC, and p-1');
    expect(explain([pay('1001')], '1000')).toContain('1,001 USDC without the fee, and p-1 has 1,000 USDC');
    expect(explain([pay('1000')], '1000')).toBeUndefined();
  });

  it('is summed over networks', () => {
    expect(explain([pay('600'), pay('500', { crypto_network: 'SOLANA' })], '1000')).toContain('1,100 USDC');
  });
});
