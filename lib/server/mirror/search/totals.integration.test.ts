import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { readTotals } from '@/lib/server/mirror/search/totals';
import { ALL_TRANSFERS, type TransferQuery } from '@/lib/transfers/query';
import type { TransferSums } from '@/lib/transfers/totals';

setUpTestDatabase();
beforeEach(clearMirror);

// Every record lies in this range, so the same sums are computed over the transfers.
const SCANNED: TransferQuery = { ...ALL_TRANSFERS, ranges: { amount: { from: '0' } } };
const Exact = Decimal.clone({ precision: 300 });

const record = (changes: Record<string, unknown>): ServiceRecord =>
  withdrawalRecord({
    id: 't-1',
    asset: 'BTC',
    total: '1.1',
    fee: '0.1',
    created_at: '2026-11-20T10:00:00Z',
    ...changes,
  });

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const decimal = fc.oneof(
  fc.tuple(digits(1, 30), digits(1, 30)).map(([whole, decimals]) => `${whole}.${decimals}`),
  digits(1, 30),
  digits(1, 5).map((decimals) => `.${decimals}`),
);
const anyRecord = fc.record(
  {
    asset: fc.constantFrom('BTC', 'PYUSD', 'USD', '', '=cmd', '\u202eBTC'),
    balance_asset: fc.constantFrom('USD', 'BTC', '', 'x'.repeat(500)),
    direction: fc.constantFrom('CREDIT', 'DEBIT', 'SIDEWAYS', ''),
    status: fc.constantFrom('COMPLETED', 'PENDING', 'FAILED', 'FROZEN', 'completed'),
    amount: decimal,
    total: fc.oneof({ weight: 5, arbitrary: decimal }, { weight: 1, arbitrary: fc.constantFrom('1e5', '-1', '') }),
    fee: decimal,
    notional_value: fc.oneof(decimal, fc.constantFrom('n/a', '', '1,000', '-5', '9'.repeat(300))),
    type: fc.constantFrom('CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'),
    profile_id: fc.constantFrom('p-1', 'p-2'),
  },
  // A record without an amount lies in no range.
  { requiredKeys: ['amount'] },
);

type Drawn = Partial<Record<string, string>>;

const read = (text: string | undefined) => (/^\d*\.?\d+$/.test(text ?? '') ? new Exact(text ?? 0) : undefined);
const readUsd = (text: string | undefined) => ((text ?? '').length <= 121 ? read(text) : undefined);
const isKnown = ({ status = '', direction = '' }: Drawn) =>
  ['COMPLETED', 'PENDING', 'FAILED'].includes(status) && ['CREDIT', 'DEBIT'].includes(direction);
const drawn = (records: readonly Drawn[]) =>
  records.map((each, index) => ({ created_at: '2026-11-20T10:00:00Z', ...each, id: `t-${index}` }));

/** Computes what the totals must say of each balance asset, independently of SQL. */
function modelOf(records: readonly Drawn[]) {
  const names = records.map(({ asset = '', balance_asset: balance = '' }) => balance.slice(0, 200) || asset);
  return new Map(
    [...new Set(names)].map((name) => {
      // A dollar is worth a dollar.
      const usdOf = ({ total, notional_value: given }: Drawn) => (name === 'USD' ? read(total) : readUsd(given));
      const own = records.filter((_record, index) => names[index] === name);
      const sum = (status: string, direction: string, value: (each: Drawn) => Decimal | undefined) =>
        own
          .filter((each) => each.status === status && each.direction === direction)
          .reduce((total, each) => total.plus(value(each) ?? 0), new Exact(0));
      const net = (status: string, value: (each: Drawn) => Decimal | undefined) => {
        const [came, went] = [sum(status, 'CREDIT', value), sum(status, 'DEBIT', value)];
        return { in: came.toFixed(), out: went.toFixed(), net: came.minus(went).toFixed() };
      };
      const flow = (status: string) => ({
        transfers: own.filter((each) => isKnown(each) && each.status === status).length,
        ...net(status, ({ total }) => read(total)),
      });
      const { net: _pending, ...pending } = flow('PENDING');
      const { net: _failed, ...failed } = flow('FAILED');
      return [
        name,
        {
          asset: name,
          transfers: own.length,
          completed: flow('COMPLETED'),
          pending,
          failed,
          other: own.filter((each) => !isKnown(each)).length,
          withoutTotal: own.filter(({ total }) => !read(total)).length,
          usd: {
            transfers: own.filter((each) => isKnown(each) && each.status === 'COMPLETED' && usdOf(each) !== undefined)
              .length,
            ...net('COMPLETED', usdOf),
          },
        },
      ];
    }),
  );
}

const balancesOf = ({ balances }: TransferSums) => new Map(balances.map((balance) => [balance.asset, balance]));

describe('totals', () => {
  it('say exactly what came in, what went out and what is apart, by kind and over rows alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 12 }),
        fc.array(anyRecord, { maxLength: 4 }),
        async (first, later) => {
          await clearMirror();
          await storeRecords(drawn(first));
          // The records change afterwards, so that the totals move.
          await storeRecords(drawn(later));
          const now = drawn([...later, ...first.slice(later.length)]);
          const [byKind, byRow] = [
            await readTotals(SYSTEM_READER, ALL_TRANSFERS),
            await readTotals(SYSTEM_READER, SCANNED),
          ];
          expect(byRow).toEqual(byKind);
          expect(balancesOf(byKind)).toEqual(modelOf(now));
          for (const { completed, usd } of byKind.balances)
            for (const { in: came, out: went, net } of [completed, usd])
              expect(new Exact(came).minus(went).toFixed()).toBe(net);
          expect(byKind.overall.completed.transfers).toBe(
            byKind.totals.reduce((count, { completed: { transfers } }) => count + transfers, 0),
          );
          expect(byKind.overall.usd.transfers).toBe(
            byKind.balances.reduce((count, { usd: { transfers } }) => count + transfers, 0),
          );
        },
      ),
      { numRuns: runs(0.4) },
    );
  });

  it('count a conversion in the asset of the balance, and its amount and fee in its own', async () => {
    await storeRecords([
      record({ id: 't-1', asset: 'PYUSD', balance_asset: 'USD', amount: '99', fee: '1', total: '100' }),
      record({ id: 't-2', asset: 'USD', direction: 'CREDIT', amount: '250', fee: '0', total: '250' }),
      record({ id: 't-3', asset: 'USD', direction: 'CREDIT', status: 'FAILED', total: '7' }),
    ]);
    const { balances, totals } = await readTotals(SYSTEM_READER, ALL_TRANSFERS);
    expect(balances).toMatchObject([
      {
        asset: 'USD',
        transfers: 3,
        completed: { transfers: 2, in: '250', out: '100', net: '150' },
        failed: { transfers: 1, in: '7', out: '0' },
        usd: { transfers: 2, in: '250', out: '100', net: '150' },
      },
    ]);
    expect(totals.find(({ asset }) => asset === 'PYUSD')?.completed).toEqual({
      transfers: 1,
      amountIn: '0',
      amountOut: '99',
      fee: '1',
    });
  });

  it('are empty without transfers, and say how many completed transfers have a USD value', async () => {
    expect(await readTotals(SYSTEM_READER, ALL_TRANSFERS)).toMatchObject({
      totals: [],
      balances: [],
      overall: { other: 0 },
    });
    await storeRecords([
      record({ id: 't-1', notional_value: '64000.10' }),
      record({ id: 't-2', direction: 'CREDIT', asset: 'ETH', notional_value: '3000' }),
      record({ id: 't-3' }),
      record({ id: 't-4', status: 'PENDING', notional_value: '5' }),
    ]);
    const { overall } = await readTotals(SYSTEM_READER, ALL_TRANSFERS);
    expect(overall).toEqual({
      completed: { transfers: 3 },
      pending: { transfers: 1 },
      failed: { transfers: 0 },
      other: 0,
      usd: { transfers: 2, in: '3000', out: '64000.1', net: '-61000.1' },
    });
  });
});
