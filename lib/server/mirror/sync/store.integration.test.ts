import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';
import { database, inTransaction } from '@/lib/server/database/client';
import { storeTransfers } from '@/lib/server/mirror/sync/store';
import { storeReading } from '@/lib/server/mirror/sync/sync-state';
import { takeLease } from '@/lib/server/workers/lease';
import { clearMirror, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';

setUpTestDatabase();
beforeEach(clearMirror);
const AT = '2026-11-20T10:00:00.000Z';
const record = (change: Record<string, unknown> = {}) =>
  withdrawalRecord({
    id: 't-1',
    customer_id: 'c',
    amount: '1.50',
    total: '1.60',
    fee: '0.1',
    created_at: AT,
    updated_at: AT,
    ref_id: 'INV-1',
    ...change,
  });
const before = new Date('2026-11-20T11:00:00Z');
const later = new Date('2026-11-20T11:00:10Z');

/** Stores a reading, with its text as the service would write it. */
function store(items: readonly unknown[], readAt = later, text = JSON.stringify({ items }), isNew = false) {
  return inTransaction((transaction) =>
    storeTransfers(transaction, { items, page: { text, member: 'items' }, readAt, isNew }),
  );
}

/** Stores a reading whose records are probably all new. */
const storeNew = (items: readonly unknown[]) => store(items, later, undefined, true);

const rows = async (what = '*', table = 'mirror_transfers') =>
  (await database().execute(sql.raw(`select ${what} from ${table}`))).rows;

const memoNow = async () => (await rows(`record ->> 'memo' as memo`))[0]?.memo;

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { in: nested(depth - 1) });

describe('a record', () => {
  it('is stored unchanged, with the columns that lists need', async () => {
    const came = record({ crypto_network: 'ETHEREUM', extra: { kept: [1, null] }, amount: '001.5000' });
    expect(await store([came])).toEqual({ added: 1, changed: 0, quarantined: 0 });
    const [row] = await rows();
    expect(row).toMatchObject({
      id: 't-1',
      record: came,
      amount: '1.5000',
      asset: 'ETH',
      network: 'ETHEREUM',
      ref_key: 'inv-1',
      has_problem: false,
      check_at: null,
    });
    expect(await store([came])).toEqual({ added: 0, changed: 0, quarantined: 0 });
    expect(await rows('*', 'mirror_changes')).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['an amount without end', { amount: '1e999999' }, { amount: null, has_problem: true }],
    ['an amount of 400 digits', { amount: '9'.repeat(400) }, { amount: null, has_problem: true }],
    ['an amount with a sign', { amount: '-0' }, { amount: null, has_problem: true }],
    ['the 30th of February', { created_at: '2026-02-30T10:00:00Z' }, { has_problem: false }],
    ['a time that is none', { created_at: 'then', updated_at: 7 }, { has_problem: true }],
    ['a memo of 10 KB', { memo: 'm'.repeat(10_240) }, { has_problem: false }],
    ['a reference of 10 KB', { ref_id: 'r'.repeat(10_240) }, { has_problem: false }],
    [
      'a member called __proto__',
      JSON.parse('{"__proto__":{"status":"FAILED"}}') as Record<string, unknown>,
      { status: 'COMPLETED' },
    ],
    ['objects 60 deep', { metadata: nested(60) }, { has_problem: false }],
    [
      'texts where objects belong',
      { metadata: 'x', secondary_status: 'y', status_details: 'z', auto_conversion: [] },
      { has_problem: false },
    ],
    ['numbers where texts belong', { status: 7, asset: 8, ref_id: 9 }, { status: '7', asset: '8' }],
    ['an unknown status', { status: 'ON_THE_MOON' }, { status: 'ON_THE_MOON' }],
    ['no status', { status: null }, { status: '', has_problem: true }],
  ])('is stored with %s', async (_what, change, columns) => {
    expect(await store([record(change)])).toMatchObject({ added: 1, quarantined: 0 });
    expect((await rows())[0]).toMatchObject({ ...columns, record: record(change) });
  });

  it.each([
    ['a NUL character', 'a\0b', 'a\uFFFDb'],
    ['half a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
  ])('is stored without %s, and reported in quarantine', async (_what, memo, kept) => {
    expect(await store([record({ memo }), record({ id: 't-2' })])).toEqual({ added: 2, changed: 0, quarantined: 1 });
    expect((await rows('id, record')).find(({ id }) => id === 't-1')).toMatchObject({ record: { memo: kept } });
    expect((await rows('reason', 'mirror_quarantine'))[0]?.reason).toContain('characters');
  });

  it('goes into quarantine if the database cannot store it, and spoils no other', async () => {
    const deep = `{"id":"t-9","metadata":${'{"in":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    const text = `{"items":[${deep},${JSON.stringify(record())}]}`;
    expect(await store((JSON.parse(text) as { items: unknown[] }).items, later, text)).toEqual({
      added: 1,
      changed: 0,
      quarantined: 1,
    });
    expect((await rows('reason, item', 'mirror_quarantine'))[0]).toMatchObject({
      reason: expect.stringContaining('Not listed'),
      item: expect.stringContaining('t-9'),
    });
  });

  it('is stored with a number of any size', async () => {
    const text = `{"items":[{"id":"t-9","n":1e999999},${JSON.stringify(record())}]}`;
    const stored = await store((JSON.parse(text) as { items: unknown[] }).items, later, text);
    expect(stored.added).toBe(2);
  });
});

describe('an item that is not a record', () => {
  it.each([
    [null],
    [42],
    ['t-1'],
    [[]],
    [{}],
    [{ id: 7 }],
    [{ id: '' }],
    [{ id: ' ' }],
    [{ id: 'x'.repeat(201) }],
    [{ id: 'a\0' }],
    [{ id: '\uD800' }],
  ])('goes into quarantine: %j', async (item) => {
    expect(await store([item, record()])).toEqual({ added: 1, changed: 0, quarantined: 1 });
    await store([item]);
    expect(await rows('item, times', 'mirror_quarantine')).toEqual([{ item: JSON.stringify(item), times: 2 }]);
  });

  it('leaves an id of 200 characters', async () => {
    expect(await store([record({ id: '😀'.repeat(200) })])).toMatchObject({ added: 1 });
  });
});

describe('a record that is stored already', () => {
  it('is replaced by a later read, and its earlier state is kept', async () => {
    await store([record({ memo: 'first' })], before);
    expect(await store([record({ memo: 'second' })], later)).toEqual({ added: 0, changed: 1, quarantined: 0 });
    expect(await memoNow()).toBe('second');
    expect(await rows('before', 'mirror_changes')).toMatchObject([{ before: { memo: 'first' } }]);
  });

  it.each([
    ['what was read earlier', { memo: 'older' }, before],
    [
      'what says itself that it is older',
      { memo: 'older', updated_at: '2026-11-20T09:00:00Z' },
      new Date(later.getTime() + 60_000),
    ],
    [
      'what differs only by when it was created',
      { created_at: '2026-11-20T10:00:00.123Z' },
      new Date('2026-11-20T12:00:00Z'),
    ],
  ])('is not replaced by %s', async (_what, change, readAt) => {
    await store([record()], later);
    expect(await store([record(change)], readAt)).toEqual({ added: 0, changed: 0, quarantined: 0 });
    expect((await rows('record'))[0]).toEqual({ record: record() });
  });

  it('is replaced by a record with an older updated_at after ten minutes: a clock was wrong', async () => {
    await store([record({ updated_at: '2999-01-01T00:00:00Z' })], later);
    const stored = await store([record({ memo: 'now' })], new Date(later.getTime() + 11 * 60_000));
    expect(stored).toEqual({ added: 0, changed: 1, quarantined: 0 });
  });

  it('is one row, however often a page repeats it, and the last occurrence counts', async () => {
    expect(await store([record({ memo: 'first' }), record({ memo: 'last' })])).toMatchObject({ added: 1 });
    expect(await memoNow()).toBe('last');
  });

  it('is known again when the service lists it again', async () => {
    await store([record()], before);
    await database().execute(sql`update mirror_transfers set gone_at = now(), has_problem = true`);
    await store([record()], later);
    expect((await rows('gone_at, has_problem'))[0]).toEqual({ gone_at: null, has_problem: false });
  });

  it('keeps counts and sums equal to those of the rows', async () => {
    await store(
      [record(), record({ id: 't-2', status: 'PENDING', amount: '2' }), record({ id: 't-3', amount: 'x' })],
      before,
    );
    await store([record({ id: 't-2', status: 'FAILED', amount: '3' })], later);
    const summed = `status, sum(transfers)::int as transfers, sum(amount)::text as amount`;
    const counted = `status, count(*)::int as transfers, coalesce(sum(amount), 0)::text as amount`;
    const totals = await rows(summed, 'mirror_totals group by status having sum(transfers) > 0 order by status');
    expect(totals).toEqual(await rows(counted, 'mirror_transfers group by status order by status'));
    expect(totals).toEqual([
      { status: 'COMPLETED', transfers: 2, amount: '1.50' },
      { status: 'FAILED', transfers: 1, amount: '3' },
    ]);
  });
});

describe('records that are probably new', () => {
  const both = [record(), record({ id: 't-2' })];

  it('are stored as any others', async () => {
    await store(both);
    const stored = await rows(`to_jsonb(mirror_transfers) - 'first_seen_at' as row`, 'mirror_transfers order by id');
    await clearMirror();
    expect(await storeNew(both)).toEqual({ added: 2, changed: 0, quarantined: 0 });
    expect(await rows(`to_jsonb(mirror_transfers) - 'first_seen_at' as row`, 'mirror_transfers order by id')).toEqual(
      stored,
    );
  });

  it('replace what is stored after all', async () => {
    await store([record({ memo: 'first' })], before);
    expect(await storeNew([record({ memo: 'second' }), record({ id: 't-2' })])).toEqual({
      added: 1,
      changed: 1,
      quarantined: 0,
    });
    expect(await rows("(record->>'memo') as memo", 'mirror_transfers order by id')).toEqual([
      { memo: 'second' },
      { memo: null },
    ]);
    expect(await rows('sum(transfers)::int as transfers', 'mirror_totals')).toEqual([{ transfers: 2 }]);
  });

  it('are one row where the page repeats them, and the last occurrence counts', async () => {
    expect(await storeNew([record({ memo: 'first' }), record({ memo: 'last' })])).toMatchObject({ added: 1 });
    expect(await memoNow()).toBe('last');
  });

  it.each([
    ['an item that is no record', 42, { added: 2, quarantined: 1 }],
    ['a NUL character', record({ id: 't-3', memo: 'a\0b' }), { added: 3, quarantined: 1 }],
  ])('are all stored beside %s', async (_what, item, expected) => {
    expect(await storeNew([...both, item])).toMatchObject(expected);
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const times = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('1000', '1999', '2024', '2026', '2999', '0999'),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      fc.constantFrom('T', 't', ' ', 'x'),
      fc.constantFrom('00:00:00', '23:59:59', '24:00:00', '12:60:00', '12:00:60'),
      fc.constantFrom('', '.1', '.123456', '.999999999', '.', '.0000000001'),
      fc.constantFrom('Z', 'z', '+00:00', '-1459', '+14:59', '+15:00', '', ' Z'),
    )
    .map(([year, month, day, letter, time, fraction, zone]) =>
      [`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, letter, time, fraction, zone].join(
        '',
      ),
    ),
  fc.constantFrom(null, '', 'then', AT),
);
const amounts = fc.oneof(
  fc.constantFrom(null, '', '.', '.5', '5.', '1e5', '-1', '+1', 'NaN', '1 ', '0x1', '1_000', '١'),
  digits(60),
  digits(61),
  fc.tuple(digits(3), digits(60)).map((parts) => parts.join('.')),
  fc.tuple(digits(60), digits(1)).map((parts) => parts.join('.')),
);
// Mostly good, so that whole pages are.
const mostly = (good: fc.Arbitrary<string>, any: fc.Arbitrary<string | null>) =>
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: any });
const lines = (one: fc.Arbitrary<string | null>) =>
  fc.oneof({ weight: 8, arbitrary: one }, { weight: 1, arbitrary: fc.tuple(one, one).map((two) => two.join('\n')) });
const time = lines(mostly(fc.constantFrom(AT, '2024-02-28T23:59:59.123456Z', '2026-12-31 00:00:00+0100'), times));
const amount = lines(mostly(fc.constantFrom('1', '0.5', '.5', '007'), amounts));
const pages = fc.array(fc.record({ created_at: time, updated_at: time, amount, total: amount, fee: amount }), {
  minLength: 1,
  maxLength: 6,
});

it('reads times and amounts of a page as it reads each alone', async () => {
  await fc.assert(
    fc.asyncProperty(pages, fc.boolean(), async (changes, isNew) => {
      await clearMirror();
      const items = changes.map((change, number) => record({ ...change, id: `t-${number}` }));
      expect(await (isNew ? storeNew(items) : store(items))).toMatchObject({ added: items.length, quarantined: 0 });
      expect(
        await rows(
          'record',
          `mirror_transfers, lateral (select mirror_instant(record->>'created_at') as created,
            mirror_instant(record->>'updated_at') as updated) as alone
          where created_at <> coalesce(created, '-infinity') or updated_at <> coalesce(updated, created, '-infinity')
            or amount is distinct from mirror_amount(record->>'amount')
            or total is distinct from mirror_amount(record->>'total')
            or fee is distinct from mirror_amount(record->>'fee')`,
        ),
      ).toEqual([]);
    }),
    { numRuns: runs(1) },
  );
});

const anything = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'B', 'İ', '€', '😀'), fc.constantFrom(0, 1, 66, 67, 100, 101, 199, 200, 201))
    .map(([one, length]) => one.repeat(length)),
  fc.constantFrom(null, 7, true, ['x', 'Y'], { name: 'Z' }, { name: null }, { name: 'n'.repeat(201) }),
);
const plainText = (member: string) => `left(coalesce(record->>'${member}', ''), 200)`;
const plainKey = (member: string) => `nullif(left(lower(record->>'${member}'), 200), '')`;

it('holds the first 200 characters of each text, whatever the record has in its place', async () => {
  const names = ['ref_id', 'asset', 'crypto_network', 'type', 'direction', 'status', 'secondary_status'] as const;
  const keys = ['profile_id', 'crypto_tx_hash', 'destination_address', 'group_id'] as const;
  const changes = fc.record(Object.fromEntries([...names, ...keys].map((name) => [name, anything])));
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (change, isNew) => {
      await clearMirror();
      const items = [record(change)];
      expect(await (isNew ? storeNew(items) : store(items))).toMatchObject({ added: 1, quarantined: 0 });
      expect(
        await rows(
          'record',
          `mirror_transfers where (asset, network, type, direction, status, profile_id, secondary_status) <>
            (${['asset', 'crypto_network', 'type', 'direction', 'status', 'profile_id'].map(plainText).join(', ')},
              left(coalesce(record->'secondary_status'->>'name', ''), 200))
            or (ref_key, hash_key, address_key, group_key) is distinct from
            (${['ref_id', 'crypto_tx_hash', 'destination_address', 'group_id'].map(plainKey).join(', ')})`,
        ),
      ).toEqual([]);
    }),
    { numRuns: runs(1) },
  );
});

const values = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', 'É') }),
  fc.constantFrom(null, 7, true, ['x', 'Y'], { in: 'Z' }),
);

it('is searched by the values of its metadata, however many it has', async () => {
  const parts = fc.record({
    id: fc.constantFrom('t-1', 'T-1'),
    memo: fc.option(fc.constantFrom('Rent', ''), { nil: undefined }),
    metadata: fc.oneof(fc.dictionary(fc.constantFrom(...'abcdefg'), values), values),
  });
  await fc.assert(
    fc.asyncProperty(parts, async (change) => {
      const { rows: found } = await database().execute(sql`
        select mirror_text(record) as text, E'\n' || lower(concat_ws(E'\n',
          case when record->>'id' <> lower(record->>'id') then record->>'id' end, record->>'ref_id', record->>'memo',
          case when jsonb_typeof(record->'metadata') = 'object' then
            (select string_agg(value, E'\n') from jsonb_each_text(record->'metadata')) end)) || E'\n' as expected
        from (select ${JSON.stringify(record(change))}::jsonb as record) as one`);
      expect(found[0]?.text).toBe(found[0]?.expected);
    }),
    { numRuns: runs(1) },
  );
});

it('is stored without holding up the lease, which pages that overlap would starve', async () => {
  await store([record()]);
  const lease = await takeLease('store test', 60_000);
  let stored: Promise<unknown> = Promise.resolve();
  await inTransaction(async (other) => {
    await other.execute(sql`select from mirror_transfers where id = 't-1' for update`);
    stored = storeReading({ items: [record({ memo: 'changed' })], readAt: new Date() }, { lease });
    await untilBlocked();
    // Blocked until the statement's time limit if the page locked the lease.
    expect(await lease?.renew()).toBe(true);
  });
  expect(await stored).toMatchObject({ changed: 1 });
});
