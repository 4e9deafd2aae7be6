import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coverage } from '@/lib/mirror/coverage';
import { addAmounts } from '@/lib/money/amounts';
import {
  boundsOfMonth,
  describeMonth,
  findCounterparty,
  formatUtc,
  listMonths,
  listStatementNotices,
  monthOf,
  nameStatementFile,
  readStatementChoice,
  type StatementSums,
  sumLines,
  toStatementLine,
  writeStatementChoice,
} from '@/lib/statements/statement';
import type { TransferRow } from '@/lib/transfers/transfer';

const NO_SUMS: StatementSums = { lines: 0, in: '0', out: '0', net: '0', fees: [], pending: 0, unreadable: 0 };
const COVERAGE: Coverage = {
  transfers: 10,
  isComplete: true,
  asOf: '2026-11-20T10:00:00.000Z',
  oldestAt: null,
  progress: null,
  error: null,
  staleSince: null,
  missingIndexes: 0,
  answeredAt: '2026-11-20T10:00:05.000Z',
};

describe('the choice of a statement', () => {
  it.each([
    '',
    'profile=p&asset=BTC',
    'profile=p&asset=BTC&month=2026-13',
    'profile=p&asset=BTC&month=2026-1',
    'profile=p&asset=BTC&month=2026-10-01',
    'profile=&asset=BTC&month=2026-10',
    'asset=BTC&month=2026-10',
  ])('is none in %j', (parameters) => {
    expect(readStatementChoice(new URLSearchParams(parameters))).toBeUndefined();
  });

  it('is read as it was written, whatever the profile and the asset are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (profile, asset) => {
        const choice = { profile, asset, month: '2026-10' };
        expect(readStatementChoice(new URLSearchParams(writeStatementChoice(choice).toString()))).toEqual(choice);
      }),
    );
  });

  it('names a file that every system takes', () => {
    const choice = { profile: '../=cmd"\n\u202Ep', asset: 'US D', month: '2026-10' };
    expect(nameStatementFile(choice, 'csv')).toBe('statement-2026-10-US-D--cmd-p.csv');
  });
});

describe('a month', () => {
  it.each([
    ['2026-10', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'October 2026'],
    ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 'December 2026'],
    ['2024-02', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z', 'February 2024'],
    ['0050-01', '0050-01-01T00:00:00.000Z', '0050-02-01T00:00:00.000Z', 'January 50'],
  ])('%s has its bounds in UTC', (month, from, to, text) => {
    expect(boundsOfMonth(month)).toEqual({ from, to });
    expect(describeMonth(month)).toBe(text);
  });

  it('holds each moment exactly once', () => {
    const moments = fc.date({ min: new Date('1971-01-01'), max: new Date('2400-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (at) => {
        const { from, to } = boundsOfMonth(monthOf(at.toISOString()));
        expect(from <= at.toISOString() && at.toISOString() < to).toBe(true);
      }),
    );
  });

  it('is listed from the newest to the oldest', () => {
    expect(listMonths('2026-01-31T23:59:59Z', '2026-03-01T00:00:00Z')).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(listMonths('2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z')).toEqual(['2026-03']);
    expect(listMonths('1900-01-01T00:00:00Z', '2026-03-01T00:00:00Z')).toHaveLength(240);
  });
});

const record = (change: Partial<TransferRow>): TransferRow => ({
  id: 't-1',
  flaws: [],
  created_at: '2026-10-03T10:00:00Z',
  direction: 'DEBIT',
  asset: 'ETH',
  amount: '1.5',
  fee: '0.001',
  total: '1.501',
  ...change,
});

describe('a line', () => {
  it('signs amount, fee and balance change by what they do to the balance', () => {
    expect(toStatementLine(record({}))).toMatchObject({ amount: '-1.5', fee: '-0.001', change: '-1.501' });
    expect(toStatementLine(record({ direction: 'CREDIT', total: '1.499' }))).toMatchObject({
      amount: '1.5',
      fee: '-0.001',
      change: '1.499',
    });
  });

  it('has the asset of the transfer beside amount and fee where a conversion is included', () => {
    expect(toStatementLine(record({ asset: 'PYUSD', balance_asset: 'USD' })).asset).toBe('PYUSD');
  });

  it('has no amount rather than a wrong sign', () => {
    const none = { amount: undefined, fee: undefined, change: undefined };
    expect(toStatementLine(record({ direction: 'SIDEWAYS' }))).toMatchObject(none);
    expect(toStatementLine({ id: 't-2', flaws: [] })).toMatchObject({ ...none, reference: '', address: '' });
    expect(toStatementLine(record({ total: '1e5' })).change).toBeUndefined();
  });

  it('has a counterparty where it pays one, and none where only the address of the desk is known', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const find = (direction: string, recipient = '') =>
      findCounterparty({
        ...toStatementLine(record({ direction, destination_address: address })),
        recipient,
      });
    expect(find('DEBIT', 'Northwind')).toEqual({ recipient: 'Northwind', address });
    expect(find('DEBIT')).toEqual({ recipient: '', address });
    expect(find('CREDIT')).toBeUndefined();
    expect(find('SIDEWAYS')).toBeUndefined();
    expect(findCounterparty(toStatementLine(record({})))).toBeUndefined();
  });

  const decimals = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 29n }), fc.integer({ min: 0, max: 30 }))
    .map(([digits, places]) => {
      const text = String(digits).padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });

  it('adds amount and fee up to the balance change, to the last of thirty digits', () => {
    fc.assert(
      fc.property(decimals, decimals, (amount, fee) => {
        const total = addAmounts(amount, fee);
        const line = toStatementLine(record({ amount, fee, total }));
        const sum = addAmounts(line.amount ?? '', line.fee ?? '');
        expect(addAmounts(sum, total)).toBe('0');
        expect(addAmounts(line.change ?? '', total)).toBe('0');
      }),
    );
  });

  it('adds up with others to in, out and net', () => {
    const lines = [
      record({}),
      record({ direction: 'CREDIT', total: '123456789012345678901234567890.000000000000000001' }),
      record({ direction: 'SIDEWAYS' }),
    ].map(toStatementLine);
    expect(sumLines(lines)).toEqual({
      in: '123456789012345678901234567890.000000000000000001',
      out: '1.501',
      net: '123456789012345678901234567888.499000000000000001',
      unreadable: 1,
    });
    expect(sumLines([])).toEqual({ in: '0', out: '0', net: '0', unreadable: 0 });
  });
});

const noticesOf = (month: string, coverage: Partial<Coverage>, sums: Partial<StatementSums> = {}) =>
  listStatementNotices({
    choice: { profile: 'p', asset: 'ETH', month },
    profileName: undefined,
    sums: { ...NO_SUMS, ...sums },
    coverage: { ...COVERAGE, ...coverage },
  });

describe('the notices of a statement', () => {
  it('are none where the month is over and everything is known', () => {
    expect(noticesOf('2026-10', {})).toEqual([]);
  });

  it('say that the copy is not complete', () => {
    expect(noticesOf('2026-10', { isComplete: false, asOf: null })[0]).toContain('transfers may be missing');
  });

  it('say that the month is not over, and until when it is known', () => {
    expect(noticesOf('2026-11', {})).toEqual([
      'The month is not over. This statement holds what was created until 2026-11-20 10:00:00 UTC.',
    ]);
  });

  it('say that the copy is older than the end of the month', () => {
    expect(noticesOf('2026-10', { asOf: '2026-10-30T00:00:00Z' })[0]).toContain('later transfers are missing here');
  });

  it('say what is pending, and what is in no sum', () => {
    expect(noticesOf('2026-10', {}, { pending: 1, unreadable: 2 })).toEqual([
      '2 transfers have no readable total or direction: listed without a balance change, and in no sum.',
      '1 transfer of this month is pending, and not in this statement until it completes.',
    ]);
  });
});

it('a time is shown in UTC, and what is no time as it is', () => {
  expect(formatUtc('2026-10-03T12:00:00+02:00')).toBe('2026-10-03 10:00:00');
  expect(formatUtc('yesterday')).toBe('yesterday');
});
