import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { clearMirror, historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { signInAs, setUpTestDatabase } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import { pool } from '@/lib/server/database/client';
import { listTransferPage } from '@/lib/server/transfers/read';
import { countNewerTransfers, readTransferTotals, readTransferValues } from '@/lib/server/transfers/totals';
import { FIELD_FILTERS, type FieldCondition, type FieldFilter } from '@/lib/transfers/field-filters';
import { ALL_TRANSFERS, readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

setUpTestDatabase();
const records = withOddOnes(historyRecords(700));

/** Every third of the transfers that need attention. */
const settledIds = new Set(
  records
    .map(modelOf)
    .filter(({ hasProblem }) => hasProblem)
    .flatMap(({ id }, index) => (index % 3 === 0 ? [id] : [])),
);

beforeAll(async () => {
  await storeRecords(records);
  const { person } = await signInAs('settler', ['support']);
  await pool().query(
    `insert into problem_settlements (transfer_id, event, problem, person_id, reason)
     select id, 'SETTLED', problem_fingerprint(record), $1, 'known' from mirror_transfers where id = any($2)`,
    [person.id, [...settledIds]],
  );
});
beforeEach(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

/** Gives some records equal times, no times, microseconds, offsets, malformed amounts, or nothing but an ID. */
function withOddOnes(given: ServiceRecord[]): ServiceRecord[] {
  return given.map((record, index): ServiceRecord => {
    const { created_at: _created, updated_at: _updated, ...timeless } = record;
    const sameTime = {
      ...record,
      created_at: '2026-11-18T10:00:00.123456Z',
      updated_at: '2026-11-18T12:00:00.123456+02:00',
      amount: '1.0',
    };
    const odd: Record<number, ServiceRecord> = {
      1: timeless,
      2: { ...record, created_at: 'yesterday', amount: '1e5' },
      3: { ...record, amount: '.25', total: '000.250', fee: 'none' },
      4: {
        ...record,
        amount: '123456789012345678901234567890.123456789012345678',
        status: 'FROZEN',
        direction: 'SIDEWAYS',
      },
      5: { ...record, created_at: '2026-11-18T10:00:00.123457Z', secondary_status: { name: 'CUSTOMER_REJECTED' } },
      6: { id: record.id },
    };
    return (index % 25 > 15 && sameTime) || odd[index % 25] || record;
  });
}

/** Computes the mirror's columns of a record, independently of SQL. */
function modelOf(record: ServiceRecord) {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '');
  const decimal = (name: string) => (/^\d*\.?\d+$/.test(text(name)) ? new Decimal(text(name)) : undefined);
  const created = microseconds(text('created_at'));
  const { name = '' } = (record.secondary_status ?? {}) as { name?: string };
  const details = Object.keys(record.status_details ?? {});
  return {
    id: record.id,
    record,
    values: {
      status: text('status'),
      secondary: name,
      type: text('type'),
      direction: text('direction'),
      asset: text('asset'),
      network: text('crypto_network'),
      profile: text('profile_id'),
    },
    created,
    updated: microseconds(text('updated_at')) ?? created,
    amount: decimal('amount'),
    total: decimal('total'),
    fee: decimal('fee'),
    hasProblem:
      name !== '' ||
      text('status') === '' ||
      created === undefined ||
      decimal('amount') === undefined ||
      details.length > 0,
  };
}
type Model = ReturnType<typeof modelOf>;

function microseconds(time: string): bigint | undefined {
  const [, second, fraction = '', offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  return second === undefined
    ? undefined
    : BigInt(Date.parse(second + offset)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

const DAY_US = 86_400_000_000n;

const isInTime = (
  value: bigint | undefined,
  { from, to }: { from?: string | undefined; to?: string | undefined } = {},
) => {
  const first = from === undefined ? undefined : (microseconds(from) ?? BigInt(Date.parse(from)) * 1000n);
  const last = to === undefined ? undefined : (microseconds(to) ?? BigInt(Date.parse(to)) * 1000n + DAY_US - 1n);
  if (first === undefined && last === undefined) return true;
  return (
    (first === undefined || (value !== undefined && value >= first)) &&
    (last === undefined || value === undefined || value <= last)
  );
};

/** Gives a member as the filters see it; empty where it is absent. */
function fieldOf(record: ServiceRecord, field: FieldFilter): string {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '');
  if (field === 'balance_asset') return text('balance_asset') || text('asset');
  return /^[0-]+$/.test(text(field)) && text(field).length === 36 ? '' : text(field);
}

function fitsField(record: ServiceRecord, { field, match, value }: FieldCondition): boolean {
  const text = fieldOf(record, field);
  if (match !== 'is') return (text === '') === (match === 'empty');
  const isNumber = ['total', 'fee', 'notional_value'].includes(field) && /^\d*\.?\d+$/.test(value);
  if (isNumber) return /^\d*\.?\d+$/.test(text) && new Decimal(text).equals(value);
  return text.toLowerCase() === value.toLowerCase();
}

function fits(model: Model, { values, ranges, fields, hasProblem, includesSettled }: TransferQuery): boolean {
  const { from, to } = ranges.amount ?? {};
  const isInAmount =
    (from === undefined && to === undefined) ||
    (model.amount !== undefined &&
      (from === undefined || model.amount.gte(from)) &&
      (to === undefined || model.amount.lte(to)));
  return (
    Object.entries(values).every(([name, wanted]) => wanted.includes(model.values[name as keyof Model['values']])) &&
    isInTime(model.created, ranges.created) &&
    isInTime(model.updated, ranges.updated) &&
    isInAmount &&
    fields.every(({ field }) => fields.some((other) => other.field === field && fitsField(model.record, other))) &&
    (!hasProblem || (model.hasProblem && (includesSettled || !settledIds.has(model.id))))
  );
}

function expectedIds(query: TransferQuery, among: readonly ServiceRecord[] = records): string[] {
  const keyOf = (model: Model) =>
    query.sort === 'amount' ? (model.amount ?? new Decimal(-1)) : new Decimal(String(model[query.sort] ?? -Infinity));
  const models = among.map(modelOf).filter((model) => fits(model, query));
  const rising = models.toSorted((a, b) => keyOf(a).comparedTo(keyOf(b)) || (a.id < b.id ? -1 : 1));
  return (query.isAscending ? rising : rising.toReversed()).map(({ id }) => id);
}

const readPage = async (query: TransferQuery, cursor?: string, limit?: number) =>
  surely(await listTransferPage({ query, cursor, limit }));

const query = (parameters: string) => readTransferQuery(new URLSearchParams(parameters));
const someOf = (name: string, read: (record: ServiceRecord) => unknown) => {
  const values = [
    ...new Set(records.map(read).filter((value): value is string => typeof value === 'string' && value !== '')),
  ];
  return fc.array(fc.constantFrom(...values), { maxLength: 2 }).map((chosen) => chosen.map((value) => [name, value]));
};
const oneOf = (name: string, ...values: string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 }).map((value) => (value ? [[name, value]] : []));
const times = [
  '2026-11-18',
  '2026-11-15',
  '2026-11-18T10:00:00.123456Z',
  '2026-11-18T10:00:00.123457Z',
  '2026-11-17T12:00:00+05:30',
  '2026-11-19',
  '0001-01-01',
  '9999-12-31',
];
const someFields = fc
  .tuple(fc.constantFrom(...(Object.keys(FIELD_FILTERS) as FieldFilter[])), fc.constantFrom('is', 'empty', 'present'))
  .chain(([field, match]) => {
    const values = records.map((record) => fieldOf(record, field)).filter((value) => value !== '');
    return match === 'is' && values.length > 0
      ? fc.constantFrom(...values).map((value) => `${field}:is:${value}`)
      : fc.constant(`${field}:empty`);
  })
  .map((condition) => [['f', condition]]);
const anyQuery = fc
  .tuple(
    someOf('status', ({ status }) => status),
    someOf('asset', ({ asset }) => asset),
    someOf('type', ({ type }) => type),
    someOf('network', (record) => record.crypto_network),
    someOf('profile', (record) => record.profile_id),
    oneOf('direction', 'CREDIT', 'DEBIT', 'SIDEWAYS'),
    oneOf('secondary', 'CUSTOMER_REJECTED'),
    oneOf('problem', '1'),
    fc.constant([
      ['problem', '1'],
      ['settled', '1'],
    ]),
    oneOf('created_from', ...times),
    oneOf('created_to', ...times),
    oneOf('updated_from', ...times),
    oneOf('updated_to', ...times),
    oneOf('amount_from', '0', '0.25', '1', '123456789012345678901234567890'),
    oneOf('amount_to', '0.25', '1.00', '1000'),
    someFields,
    someFields,
  )
  // Few at a time, so that rows are left.
  .chain((groups) => fc.shuffledSubarray(groups, { maxLength: 3 }))
  .chain((chosen) =>
    fc
      .constantFrom('-created', 'created', '-updated', 'updated', '-amount', 'amount')
      .map((sort) => [...chosen.flat(), ['sort', sort]]),
  )
  .map((pairs) => query(new URLSearchParams(pairs as [string, string][]).toString()));

describe('a filter by a field', () => {
  const [found] = records.filter((record) => record.ref_id && record.memo && record.crypto_tx_hash);

  it.each(['ref_id', 'memo', 'destination_address', 'crypto_tx_hash', 'id'])(
    'finds the transfers with this %s whatever its case, and only those',
    async (field) => {
      const record = found as ServiceRecord;
      const value = String(record[field]);
      const asked = query(new URLSearchParams({ f: `${field}:is:${value.toUpperCase()}` }).toString());
      const ids = (await readPage(asked, undefined, 1000)).items.map(({ id }) => String(id));
      expect(ids).toEqual(expectedIds(asked));
      expect(ids).toContain(record.id);
      expect((await readPage(query(`f=${field}:is:${value.slice(1)}`), undefined, 10)).items).toEqual([]);
    },
  );

  it.each(["%_\\'", '\u202e=cmd\0', '\ud800', 'a\nb', '!?', 'x'.repeat(500)])(
    'takes %j for a plain value',
    async (value) => {
      for (const field of Object.keys(FIELD_FILTERS)) {
        const asked = query(new URLSearchParams({ f: `${field}:is:${value}` }).toString());
        expect((await readPage(asked, undefined, 10)).items).toEqual([]);
      }
    },
  );

  it('gives up after the time limit, and says what to do', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('too long', 'TimeoutError')));
    expect(await listTransferPage({ query: query('f=account_id:is:x') })).toMatchObject({
      ok: false,
      error: { status: 503, explanation: { title: 'The filters took too long' } },
    });
    vi.restoreAllMocks();
  });
});

describe('a list', () => {
  it(
    'paged to its end is what the same filter finds among all records, whatever is added meanwhile',
    { timeout: 120_000 },
    async () => {
      let added = 0;
      await fc.assert(
        fc.asyncProperty(anyQuery, fc.integer({ min: 7, max: 300 }), fc.boolean(), async (asked, limit, isBusy) => {
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const page = await readPage(asked, cursor ?? undefined, limit);
            seen.push(...page.items.map(({ id }) => String(id)));
            expect(page.items.length).toBeLessThanOrEqual(limit);
            cursor = page.nextCursor;
            if (isBusy && cursor !== null) {
              added += 1;
              await storeRecords([
                { ...(records[added % records.length] as ServiceRecord), id: `new-${String(added).padStart(5, '0')}` },
              ]);
            }
          } while (cursor !== null);
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.filter((id) => !id.startsWith('new-'))).toEqual(expectedIds(asked));
          await pool().query(`delete from mirror_transfers where id like 'new-%'`);
        }),
        { numRuns: runs(0.025) },
      );
    },
  );

  it('marks the transfers whose problem is settled, and no other', async () => {
    const { items } = await readPage(query('problem=1&settled=1'), undefined, 1000);
    expect(settledIds.size).toBeGreaterThan(3);
    expect(new Set(items.flatMap((item) => ('isSettled' in item ? [item.id] : [])))).toEqual(settledIds);
    expect((await readPage(query('problem=1'), undefined, 1000)).items.some((item) => 'isSettled' in item)).toBe(false);
  });

  it('has rows as the service wrote them, without raw records', async () => {
    const [item] = (await readPage(query('asset=BTC'), undefined, 1)).items;
    const [id] = expectedIds(query('asset=BTC'));
    const record = records.find((other) => other.id === id);
    expect(item).toEqual({ ...item, id, amount: record?.amount, created_at: record?.created_at, flaws: [] });
    expect(item).not.toHaveProperty('raw');
  });

  it.each([
    ['garbage', () => 'garbage'],
    ['nothing', () => ''],
    [
      'of another order',
      (good: string) =>
        Buffer.from(Buffer.from(good, 'base64url').toString().replace('-created', 'created')).toString('base64url'),
    ],
    [
      'with SQL in it',
      () => Buffer.from(JSON.stringify({ sort: '-created', value: `0'; drop table x`, id: 'a' })).toString('base64url'),
    ],
    [
      'with a null character',
      () => Buffer.from(JSON.stringify({ sort: '-created', value: '0', id: 'a\0' })).toString('base64url'),
    ],
    [
      'beyond all time',
      () => Buffer.from(JSON.stringify({ sort: '-created', value: '9'.repeat(25), id: 'a' })).toString('base64url'),
    ],
    [
      'of a search',
      () =>
        Buffer.from(JSON.stringify({ sort: '-created', value: '0', id: 'a', tier: 0, exactness: 'none' })).toString(
          'base64url',
        ),
    ],
  ])('rejects a cursor that is %s', async (_name, spoil) => {
    const { nextCursor } = await readPage(ALL_TRANSFERS, undefined, 5);
    const cursor = spoil(String(nextCursor));
    for (const refused of [await listTransferPage({ cursor }), await countNewerTransfers(ALL_TRANSFERS, cursor)]) {
      expect(refused).toMatchObject({
        ok: false,
        error: { status: 400, explanation: { title: 'The next transfers could not be loaded' } },
      });
    }
  });

  it('reads new transfers from the service when it opens, and only then', async () => {
    let asked = 0;
    vi.spyOn(newest, 'readNewest').mockImplementation(async () => {
      asked += 1;
      await storeRecords([{ ...(records[0] as ServiceRecord), id: 'fresh', created_at: '2026-11-20T12:00:01Z' }]);
      return 'read';
    });
    const page = await readPage(ALL_TRANSFERS, undefined, 3);
    expect(page.items[0]?.id).toBe('fresh');
    await readPage(query('asset=BTC'), undefined, 3);
    await readPage(ALL_TRANSFERS, page.nextCursor ?? undefined, 3);
    expect(asked).toBe(1);
    await pool().query(`delete from mirror_transfers where id = 'fresh'`);
  });

  it('counts the transfers above a row, with the same filters', async () => {
    const asked = query('asset=BTC&sort=-updated');
    const { topCursor } = await readPage(asked, undefined, 3);
    const count = async () => {
      const newer = await countNewerTransfers(asked, String(topCursor));
      return newer.ok && newer.value.count;
    };
    expect(await count()).toBe(0);
    const base = records.find(({ asset }) => asset === 'BTC') as ServiceRecord;
    await storeRecords(['new-1', 'new-2'].map((id) => ({ ...base, id, updated_at: '2026-11-21T00:00:00Z' })));
    await storeRecords([{ ...base, id: 'new-3', asset: 'ETH', updated_at: '2026-11-21T00:00:00Z' }]);
    expect(await count()).toBe(2);
    await pool().query(`delete from mirror_transfers where id like 'new-%'`);
  });
});

describe('a filtered list', () => {
  // Transfers are never removed, so the totals are cleared with them.
  beforeAll(async () => {
    await clearMirror();
    await storeRecords(records);
  });

  it('has exact totals, from mirror_totals and over rows alike', async () => {
    for (const parameters of [
      '',
      'asset=BTC&asset=ETH&status=COMPLETED',
      'created_from=2026-11-18',
      'amount_from=1&amount_to=1000',
      'f=balance_asset:is:btc&f=ref_id:present',
      'problem=1&updated_to=2026-11-18',
      'problem=1',
      'problem=1&settled=1',
      'problem=1&asset=BTC&status=COMPLETED',
    ]) {
      const asked = query(parameters);
      const ids = new Set(expectedIds(asked));
      const wanted = new Map<string, Record<'transfers' | 'amount' | 'total' | 'fee', Decimal>>();
      const Exact = Decimal.clone({ precision: 200 });
      for (const model of records.map(modelOf).filter(({ id }) => ids.has(id))) {
        const zero = new Exact(0);
        const sum = wanted.get(model.values.asset) ?? { transfers: zero, amount: zero, total: zero, fee: zero };
        const plus = (name: 'amount' | 'total' | 'fee') => new Exact(sum[name]).plus(model[name] ?? 0);
        wanted.set(model.values.asset, {
          transfers: sum.transfers.plus(1),
          amount: plus('amount'),
          total: plus('total'),
          fee: plus('fee'),
        });
      }
      const read = surely(await readTransferTotals(asked));
      expect(read.transfers).toBe(ids.size);
      expect(Object.fromEntries(read.totals.map(({ asset, completed: _completed, ...sum }) => [asset, sum]))).toEqual(
        Object.fromEntries(
          [...wanted].map(([asset, sum]) => [
            asset,
            {
              transfers: sum.transfers.toNumber(),
              amount: sum.amount.toFixed(),
              total: sum.total.toFixed(),
              fee: sum.fee.toFixed(),
            },
          ]),
        ),
      );
    }
  });

  it('offers the values that occur, with counts', async () => {
    const read = surely(await readTransferValues());
    const statuses = new Map<string, number>();
    for (const { values } of records.map(modelOf))
      if (values.status) statuses.set(values.status, (statuses.get(values.status) ?? 0) + 1);
    expect(new Map(read.status.map(({ value, transfers }) => [value, transfers]))).toEqual(statuses);
    expect(read.status.map(({ transfers }) => transfers)).toEqual([...statuses.values()].toSorted((a, b) => b - a));
    expect(read.network.every(({ value }) => value !== '')).toBe(true);
  });

  it('reads back from its address', () => {
    fc.assert(
      fc.property(anyQuery, (asked) => {
        expect(readTransferQuery(writeTransferQuery(asked))).toEqual(asked);
      }),
    );
  });
});
