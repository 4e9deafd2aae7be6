import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceLines, type BalanceRecord, countDecimals } from '@/lib/transfers/export/balance-lines';

const DONE: BalanceRecord = {
  status: 'COMPLETED',
  direction: 'DEBIT',
  asset: 'BTC',
  amount: '1.50',
  fee: '0.10',
  total: '1.6',
};
const lines = (members: Partial<BalanceRecord>) =>
  balanceLines({ ...DONE, ...members }).map(({ part, amount, asset, note }) => [part, amount, asset, note]);

describe('the lines of a transfer', () => {
  it.each<[string, Partial<BalanceRecord>, unknown[]]>([
    [
      'a withdrawal',
      {},
      [
        ['amount', '-1.50', 'BTC', undefined],
        ['fee', '-0.10', 'BTC', undefined],
      ],
    ],
    [
      'a deposit, whose fee is taken from it',
      { direction: 'CREDIT', total: '1.40' },
      [
        ['amount', '1.50', 'BTC', undefined],
        ['fee', '-0.10', 'BTC', undefined],
      ],
    ],
    ['no fee', { fee: '0.00', total: '1.50' }, [['amount', '-1.50', 'BTC', undefined]]],
    ['a fee alone', { amount: '0', total: '.10' }, [['fee', '-0.10', 'BTC', undefined]]],
    ['nothing', { amount: '0', fee: '0', total: '0.0' }, [['amount', '0', 'BTC', undefined]]],
    [
      'a conversion',
      { asset: 'PYUSD', balance_asset: 'USD' },
      [['balance change', '-1.6', 'USD', 'converted from 1.50 PYUSD']],
    ],
    [
      'the same balance asset',
      { balance_asset: 'BTC' },
      [
        ['amount', '-1.50', 'BTC', undefined],
        ['fee', '-0.10', 'BTC', undefined],
      ],
    ],
    [
      'a total of its own',
      { total: '1.7' },
      [['balance change', '-1.7', 'BTC', 'amount 1.50 and fee 0.10 do not add up to it']],
    ],
    ['no fee member', { fee: undefined }, [['balance change', '-1.6', 'BTC', 'no readable amount or fee']]],
    ['an unreadable fee', { fee: '-0.1' }, [['balance change', '-1.6', 'BTC', 'no readable amount or fee']]],
    ['no total', { total: '=1' }, [['balance change', undefined, 'BTC', 'no readable total']]],
    ['an unknown direction', { direction: 'SIDEWAYS' }, [['balance change', undefined, 'BTC', 'direction unknown']]],
    ['no direction', { direction: undefined }, [['balance change', undefined, 'BTC', 'direction unknown']]],
    ['a pending transfer', { status: 'PENDING' }, []],
    ['a failed transfer', { status: 'FAILED' }, []],
    ['an unknown status', { status: 'FROZEN' }, []],
  ])('of %s', (_what, members, expected) => {
    expect(lines(members)).toEqual(expected);
  });

  it('add up to the balance change, whatever the record', () => {
    const text = fc.oneof(
      fc.stringMatching(/^\d{0,30}\.?\d{1,30}$/),
      fc.constantFrom('0', '.25', '1', '1e3', '-1', '', '=1', 'NaN', undefined),
    );
    const record = fc.record({
      status: fc.constantFrom('COMPLETED', 'PENDING', 'FROZEN', undefined),
      direction: fc.constantFrom('DEBIT', 'CREDIT', 'SIDEWAYS', undefined),
      asset: fc.constantFrom('BTC', 'PYUSD', undefined),
      balance_asset: fc.constantFrom('USD', 'BTC', '', undefined),
      amount: text,
      fee: text,
      total: text,
    });
    // Often a total that fits, as the interface promises.
    const fitting = record.map((given) => {
      const isNumber = /^\d*\.?\d+$/.test(given.amount ?? '') && /^\d*\.?\d+$/.test(given.fee ?? '');
      if (!isNumber) return given;
      const sign = given.direction === 'CREDIT' ? -1 : 1;
      const total = new Exact(given.amount ?? 0).plus(new Exact(given.fee ?? 0).times(sign));
      return total.isNegative() ? given : { ...given, total: total.toFixed() };
    });
    fc.assert(
      fc.property(fc.oneof(record, fitting), (given) => {
        const written = balanceLines(given);
        const isKnown =
          given.status === 'COMPLETED' &&
          (given.direction === 'DEBIT' || given.direction === 'CREDIT') &&
          /^\d*\.?\d+$/.test(given.total ?? '');
        expect(written.length > 0).toBe(given.status === 'COMPLETED');
        if (!isKnown) {
          expect(written.every(({ amount }) => amount === undefined)).toBe(true);
          return;
        }
        const sum = written.reduce((all, { amount }) => all.plus(amount ?? NaN), new Exact(0));
        const change = new Exact(given.total ?? NaN).times(given.direction === 'DEBIT' ? -1 : 1);
        expect(sum.equals(change)).toBe(true);
        for (const { asset } of written) expect(asset).toBe(given.balance_asset || given.asset);
      }),
    );
  });
});

const Exact = Decimal.clone({ precision: 200 });

describe('the decimals of an amount', () => {
  it.each([
    ['1', 0],
    ['1.00', 0],
    ['-0.10', 1],
    ['.25', 2],
    ['0.00012345', 8],
  ])('of %j are %d', (amount, decimals) => {
    expect(countDecimals(amount)).toBe(decimals);
  });
});
