import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceAsset, nameCosts, signAmount } from '@/lib/transfers/balance-change';

describe('a signed amount', () => {
  it.each([
    ['1.50', 'CREDIT', '1.50'],
    ['1.50', 'DEBIT', '-1.50'],
    ['.25', 'DEBIT', '-0.25'],
    ['.25', 'CREDIT', '0.25'],
    ['0.00', 'DEBIT', '0.00'],
    [
      '123456789012345678901234567890.123456789012345678',
      'DEBIT',
      '-123456789012345678901234567890.123456789012345678',
    ],
    ['1.50', 'SIDEWAYS', undefined],
    ['1.50', undefined, undefined],
    ['-1.50', 'DEBIT', undefined],
    ['1e3', 'CREDIT', undefined],
    ['=cmd', 'DEBIT', undefined],
    ['', 'CREDIT', undefined],
    [undefined, 'CREDIT', undefined],
  ])('of %j as %s is %j', (amount, direction, signed) => {
    expect(signAmount(amount, direction)).toBe(signed);
  });

  it('has the digits of the service, whatever their number', () => {
    const digits = fc.stringMatching(/^\d{1,30}(\.\d{1,30})?$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('CREDIT', 'DEBIT'), (amount, direction) => {
        expect(signAmount(amount, direction)?.replace(/^-/, '')).toBe(amount);
        expect(signAmount(amount, direction)?.startsWith('-')).toBe(direction === 'DEBIT' && /[1-9]/.test(amount));
      }),
    );
  });
});

describe('the asset of the balance', () => {
  it('is the balance asset, or the asset without one', () => {
    expect(balanceAsset({ asset: 'PYUSD', balance_asset: 'USD' })).toBe('USD');
    expect(balanceAsset({ asset: 'PYUSD', balance_asset: '' })).toBe('PYUSD');
    expect(balanceAsset({ asset: 'BTC' })).toBe('BTC');
    expect(balanceAsset({})).toBeUndefined();
  });
});

it.each(['DEBIT', 'CREDIT', 'SIDEWAYS', undefined])('a failed transfer never reads as charged (%s)', (direction) => {
  expect(Object.values(nameCosts({ direction, status: 'FAILED' })).join(' ')).not.toMatch(/falls|rises|^Fee Total$/);
  expect(nameCosts({ direction, status: 'FAILED' }).total).toMatch(/, not (charged|received)$/);
  expect(nameCosts({ direction, status: 'COMPLETED' }).fee).toBe('Fee');
});
