import { randomUUID } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { toKind } from '@/lib/transfers/figures/typical-duration';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { sends } from '@/lib/server/database/schema/sends';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { computeTypicalDurations, readTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { readInProgress } from '@/lib/server/mirror/figures/in-progress';
import { readerPool } from '@/lib/server/database/query/reader-pool';
import { storeTransfers } from '@/lib/server/mirror/sync/store';
import { readVolume } from '@/lib/server/mirror/figures/volume';
import { createRequest } from '@/lib/server/requests/creation/create';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { clearMirror, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { failure, surely } from '@/scripts/testing/results';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

setUpTestConsole();
beforeEach(async () => {
  await clearMirror();
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

type Change = Record<string, unknown>;

/** Creates a pending withdrawal of `agoMs` ago. */
function record(agoMs: number, change: Change = {}, now = Date.now()): Change & { id: string } {
  const at = new Date(now - agoMs).toISOString();
  return withdrawalRecord({ customer_id: 'c', status: 'PENDING', created_at: at, updated_at: at, ...change });
}

/** Creates a withdrawal of `agoMs` ago that completed after `tookMs`. */
const completed = (agoMs: number, tookMs: number, change: Change = {}) => {
  // One reading of the clock, so that the duration is exact.
  const now = Date.now();
  const updatedAt = new Date(now - agoMs + tookMs).toISOString();
  return record(agoMs, { status: 'COMPLETED', updated_at: updatedAt, ...change }, now);
};

const store = (...items: Change[]) =>
  inTransaction((transaction) => storeTransfers(transaction, { items, readAt: new Date() }));

const detailOf = async (id: string) => surely(await readTransferDetail(id));

describe('one transfer', () => {
  it('has its history of changes, in words', async () => {
    const first = record(HOUR, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } });
    await store(first);
    expect(await detailOf(first.id)).toMatchObject({
      mirrored: { transfer: { id: first.id, status: 'PENDING' }, history: [], goneSince: null },
    });
    await store({ ...first, secondary_status: null, updated_at: new Date(Date.now() - MINUTE).toISOString() });
    await store({
      ...first,
      secondary_status: null,
      status: 'COMPLETED',
      crypto_tx_hash: '0xabc',
      updated_at: new Date().toISOString(),
    });
    const { mirrored } = await detailOf(first.id);
    expect(mirrored?.transfer).toMatchObject({ status: 'COMPLETED', crypto_tx_hash: '0xabc' });
    expect(mirrored?.history.map(({ changes }) => changes)).toEqual([
      [{ name: 'Reason', before: 'Travel rule: information about the recipient is requested.', after: null }],
      [
        { name: 'Status', before: 'Pending at the service', after: 'Completed' },
        { name: 'Transaction hash', before: null, after: '0xabc' },
      ],
    ]);
  });

  it('with a long history gives its latest 50 changes', async () => {
    const first = record(HOUR);
    for (let step = 0; step <= 60; step += 1) await store({ ...first, memo: String(step) });
    const { mirrored } = await detailOf(first.id);
    expect(mirrored?.history).toHaveLength(50);
    expect(mirrored?.history[0]?.changes).toEqual([{ name: 'Memo', before: '10', after: '11' }]);
    expect(mirrored?.history.at(-1)?.changes).toEqual([{ name: 'Memo', before: '59', after: '60' }]);
  });

  it.each(['nobody-has-this', '\0', '\ud800', '%', 'x'.repeat(201)])(
    'that the mirror lacks is null, with the coverage: %j',
    async (id) => {
      await store(record(HOUR));
      expect(await detailOf(id)).toMatchObject({
        mirrored: null,
        origin: null,
        linked: [],
        typical: null,
        caseFile: { entries: [], problem: null },
        coverage: { transfers: 1 },
      });
    },
  );

  it('needs a session', async () => {
    caller.sessionId = undefined;
    for (const read of [readTransferDetail('x'), readInProgress(), readVolume()])
      expect(await read).toEqual(failure('signed-out'));
  });
});

describe('linked transfers', () => {
  it('are the group, both sides of its conversion, and conversions that name it', async () => {
    const group_id = randomUUID();
    const [main, partner, from, later] = [
      record(3 * HOUR, { group_id }),
      record(2 * HOUR, { group_id: group_id.toUpperCase(), amount: '7' }),
      record(HOUR),
      record(MINUTE),
    ];
    Object.assign(main, { auto_conversion: { from_transfer_id: from.id, to_transfer_id: 'not-mirrored' } });
    Object.assign(later, { auto_conversion: { from_transfer_id: main.id } });
    // Mentions the ID in other members.
    const chatty = record(MINUTE, { memo: main.id, metadata: { about: main.id } });
    await store(main, partner, from, later, chatty, record(HOUR), record(HOUR, { group_id: randomUUID() }));
    const { linked, hasMoreLinked } = await detailOf(main.id);
    expect(linked.map(({ kind, id, transfer }) => [kind, id, transfer?.amount])).toEqual([
      ['converted-from', from.id, '1'],
      ['converted-to', 'not-mirrored', undefined],
      ['conversion-of', later.id, '1'],
      ['group', partner.id, '7'],
    ]);
    expect(hasMoreLinked).toBe(false);
    expect((await detailOf(from.id)).linked).toMatchObject([{ kind: 'conversion-of', id: main.id }]);
  });

  it('are found for an ID with wildcards of LIKE', async () => {
    const odd = record(HOUR, { id: String.raw`abc_def%ghi\jkl` });
    await store(
      odd,
      record(HOUR, { id: 'abcXdefYghiZjkl' }),
      record(HOUR, { auto_conversion: { to_transfer_id: odd.id } }),
      record(HOUR, { auto_conversion: { to_transfer_id: 'abcXdefYghiZjkl' } }),
    );
    const { linked } = await detailOf(odd.id);
    expect(linked).toMatchObject([{ kind: 'conversion-of' }]);
  });

  it('are not those of the nil group, nor the transfer itself', async () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    const main = record(HOUR, { group_id: nil });
    Object.assign(main, { auto_conversion: { from_transfer_id: main.id, to_transfer_id: 7 } });
    await store(main, record(HOUR, { group_id: nil }));
    expect((await detailOf(main.id)).linked).toEqual([]);
  });

  it('are cut off at 20, and the answer says so', async () => {
    const group_id = randomUUID();
    const members = Array.from({ length: 30 }, (_, index) => record(index * MINUTE, { group_id }));
    await store(...members);
    const { linked, hasMoreLinked } = await detailOf(members[0]?.id ?? '');
    expect(linked).toHaveLength(20);
    expect(hasMoreLinked).toBe(true);
  });
});

describe('the request of a transfer', () => {
  it('is the one whose send became the transfer, else the one with its reference', async () => {
    ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
    const form = filledForm({ referenceId: 'INV-2026-1187' });
    const made = surely(await createRequest({ formKey: randomUUID(), form }));
    const transfer = record(HOUR, { ref_id: 'INV-2026-1187' });
    await store(transfer, record(HOUR, { id: 'other', ref_id: 'inv-2026-1187' }));
    expect((await detailOf(transfer.id)).origin).toMatchObject({
      id: made.requestId,
      requesterName: 'finance',
      isCertain: false,
      decisions: [],
      approvals: { given: 0 },
    });
    expect((await detailOf('other')).origin).toBeNull();

    await withoutTriggers((transaction) =>
      transaction.insert(sends).values({ requestId: made.requestId, state: 'ACCEPTED', transferId: 'other' }),
    );
    expect((await detailOf('other')).origin).toMatchObject({ id: made.requestId, isCertain: true });
    expect((await detailOf(transfer.id)).origin).toMatchObject({ id: made.requestId, isCertain: false });
    await withoutTriggers((transaction) => transaction.delete(sends).where(eq(sends.requestId, made.requestId)));
  });
});

describe('the typical duration', () => {
  const kind = toKind({
    id: '',
    flaws: [],
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
  });

  it('is the median and 90th percentile of completed transfers of the kind', async () => {
    const own = Array.from({ length: 21 }, (_, index) => completed(2 * HOUR + index, (index + 1) * MINUTE));
    const foreign: Change[] = [
      { asset: 'BTC' },
      { crypto_network: 'BASE' },
      { type: 'PAXOS_TRANSFER_DEBIT' },
      { direction: 'CREDIT' },
      { status: 'FAILED' },
      { status: 'PENDING' },
    ];
    // Without updated_at, the duration is unknown.
    await store(
      ...own,
      ...foreign.map((change) => completed(2 * HOUR, 50 * HOUR, change)),
      completed(2 * HOUR, 0, { updated_at: undefined }),
    );
    expect(await computeTypicalDurations(SYSTEM_READER, [kind, { ...kind, asset: 'SOL' }])).toEqual([
      { samples: 21, medianMs: 11 * MINUTE, p90Ms: 19 * MINUTE },
      { samples: 0, medianMs: 0, p90Ms: 0 },
    ]);
    expect(await computeTypicalDurations(SYSTEM_READER, [])).toEqual([]);
  });

  it('is computed from the newest thousand', async () => {
    const newest = Array.from({ length: 1000 }, (_, index) => completed(3 * HOUR + index, MINUTE));
    const older = Array.from({ length: 1200 }, (_, index) => completed(5 * HOUR + index, 60 * MINUTE));
    await store(...older, ...newest);
    expect(await computeTypicalDurations(SYSTEM_READER, [kind])).toEqual([
      { samples: 1000, medianMs: MINUTE, p90Ms: MINUTE },
    ]);
  });
});

const twenty = (asset: string) => store(...Array.from({ length: 20 }, () => completed(2 * HOUR, MINUTE, { asset })));

it('a typical duration is cached, but not that there are too few samples', async () => {
  const [own, other] = ['MEM', 'OWN'].map((asset) =>
    toKind({ id: '', flaws: [], asset, crypto_network: 'ETHEREUM', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' }),
  );
  if (!own || !other) throw new Error('there are two kinds');
  await twenty('MEM');
  expect(await readTypicalDurations(SYSTEM_READER, [other, own])).toMatchObject([{ samples: 0 }, { samples: 20 }]);
  await Promise.all([twenty('MEM'), twenty('OWN')]);
  expect(await readTypicalDurations(SYSTEM_READER, [own, other, own])).toMatchObject([
    { samples: 20 },
    { samples: 20 },
    { samples: 20 },
  ]);
});

it('transfers in progress come oldest first, with age, typical duration and request', async () => {
  const [old, young, held, gone] = [
    record(3 * HOUR),
    record(MINUTE),
    record(2 * HOUR, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }),
    record(9 * HOUR),
  ];
  await store(
    ...Array.from({ length: 20 }, () => completed(5 * HOUR, MINUTE)),
    young,
    held,
    old,
    gone,
    record(HOUR, { created_at: 'never' }),
  );
  await database().update(mirrorTransfers).set({ goneAt: new Date() }).where(eq(mirrorTransfers.id, gone.id));
  const inProgress = surely(await readInProgress());
  expect(inProgress.hasMore).toBe(false);
  expect(inProgress.pending.map(({ transfer }) => transfer.id)).toEqual([old.id, held.id, young.id]);
  expect(inProgress.pending[0]).toMatchObject({ requestId: null, typical: { samples: 20, medianMs: MINUTE } });
  expect(Math.floor((inProgress.pending[0]?.ageMs ?? 0) / HOUR)).toBe(3);
});

describe('the volume of a day', () => {
  it('is exact to the last digit, by asset, hour and direction', async () => {
    const amounts = [
      '0.000000000000000001',
      '123456789012345678901234567890.1',
      '.25',
      '2.500',
      '9007199254740993.000000000000000003',
    ];
    const moved = amounts.flatMap((amount, index) => [
      completed(index * 2 * HOUR + MINUTE, MINUTE, { total: amount }),
      completed(index * 2 * HOUR + MINUTE, MINUTE, { total: amount, direction: 'CREDIT' }),
      completed(index * 2 * HOUR + MINUTE, MINUTE, { total: amount, direction: 'CREDIT' }),
    ]);
    const left = [{ status: 'FAILED' }, { total: '1e5' }, { direction: 'SIDEWAYS' }].map((change) =>
      completed(HOUR, MINUTE, { total: '5', ...change }),
    );
    await store(
      ...moved,
      ...left,
      completed(25 * HOUR, MINUTE, { total: '5' }),
      completed(HOUR, MINUTE, { asset: 'PYUSD', balance_asset: 'BTC', total: '0.10' }),
      record(HOUR, { asset: 'BTC', total: '0.2' }),
      record(HOUR, { asset: 'BTC', total: '0.30', direction: 'CREDIT' }),
    );
    const volume = surely(await readVolume());
    const sum = amounts.reduce((total, amount) => total.plus(amount), new (Decimal.clone({ precision: 100 }))(0));
    expect(volume.assets.map(({ asset, transfers }) => [asset, transfers])).toEqual([
      ['ETH', 15],
      ['BTC', 1],
    ]);
    const [eth, btc] = volume.assets;
    expect(eth).toMatchObject({ credit: sum.times(2).toFixed(), debit: sum.toFixed() });
    expect(eth?.hours).toHaveLength(24);
    expect(eth?.hours.filter(({ debit }) => debit !== '0')).toHaveLength(5);
    // The newest hour is the last; the highest hour of an asset has 100 per cent.
    expect(eth?.hours[23]).toMatchObject({ debit: '0.000000000000000001', credit: '0.000000000000000002' });
    expect(eth?.hours[21]).toMatchObject({ creditShare: 100, debitShare: 50 });
    expect(btc).toMatchObject({
      debit: '0.1',
      credit: '0',
      pending: { transfers: 2, credit: '0.3', debit: '0.2' },
    });
  });

  it('is empty without transfers, and takes amounts of any size', async () => {
    expect(await readVolume()).toMatchObject({ ok: true, value: { assets: [] } });
    const nines = '9'.repeat(60);
    await store(
      completed(HOUR, MINUTE, { total: nines }),
      completed(HOUR, MINUTE, { total: nines }),
      completed(HOUR, MINUTE, { total: '0', asset: 'NIL' }),
    );
    const volume = surely(await readVolume());
    expect(volume.assets.map(({ debit }) => debit)).toEqual([
      new (Decimal.clone({ precision: 100 }))(nines).times(2).toFixed(),
      '0',
    ]);
  });
});

it('the detail is read by indexes', async () => {
  const main = record(HOUR, { group_id: randomUUID(), auto_conversion: { from_transfer_id: 'other-id' } });
  await store(main);
  const spies = [pool(), readerPool()].map((each) => vi.spyOn(each, 'query'));
  await detailOf(main.id);
  await readInProgress();
  await readVolume();
  const asked = spies
    .flatMap(({ mock }) => mock.calls)
    .map(([query, values]) => ({ ...(query as unknown as { text: string }), values: values as unknown as unknown[] }));
  for (const spy of spies) spy.mockRestore();
  const statements = asked.filter(({ text }) => /mirror_(?:transfers|changes)/.test(text));
  expect(statements.length).toBeGreaterThanOrEqual(7);
  const client = await pool().connect();
  try {
    // PostgreSQL scans a small table whatever its indexes, so the scan is disabled here.
    await client.query('set enable_seqscan = off');
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
      const scans = rows
        .filter((row) => /Seq Scan on mirror_(?:transfers|changes)/.test(row['QUERY PLAN']))
        .map(() => text);
      expect(scans).toEqual([]);
    }
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
});
