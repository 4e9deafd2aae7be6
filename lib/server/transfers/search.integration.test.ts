import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { pool } from '@/lib/server/database/client';
import { readerPool, readRows } from '@/lib/server/database/query/reader-pool';
import * as tiers from '@/lib/server/mirror/search/search-tiers';
import { bulkLookupTransfers, lookUpAtServiceNow } from '@/lib/server/transfers/bulk-lookup';
import { listTransferPage } from '@/lib/server/transfers/read';
import { readTransferTotals } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';
import { startForTest } from '@/sandbox/testing/start-for-test';

const running = setUpTestConsole();
beforeEach(async () => {
  await clearMirror();
  await storeRecords(KEPT);
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
const record = (id: string, day: number, change: Record<string, unknown> = {}): ServiceRecord => {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`;
  return withdrawalRecord({ id, customer_id: 'c', created_at: at, updated_at: at, ...change });
};
const HASH = `0x${'ab12cd34'.repeat(8)}`;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const KEPT = [
  record(uuid('a'), 1, { ref_id: 'INV-1', crypto_tx_hash: HASH, destination_address: ADDRESS, group_id: uuid('9') }),
  record(uuid('b'), 2, { ref_id: 'INV-10', destination_address: ADDRESS, memo: 'inv-1' }),
  record(uuid('c'), 3, {
    ref_id: 'INV-11',
    memo: 'Rent for INV-1 (March)',
    metadata: { customer: 'Ågren & 50%_off', order: 'Q-77' },
  }),
  record(uuid('d'), 4, { ref_id: 'inv-1', amount: '0.50', asset: 'BTC', total: '0.6' }),
  record(uuid('e'), 5, {
    amount: '0.4',
    asset: 'BTC',
    total: '00.5',
    auto_conversion: { from_transfer_id: uuid('a') },
  }),
  record('Tr_Mixed-Case', 6, {
    amount: '0.5',
    memo: 'back\\slash "quoted" 🎉 100%',
    status: 'FAILED',
    metadata: { 'a.b': 'Batch 12' },
  }),
];
const NAMES = Object.fromEntries(
  [uuid('a'), uuid('b'), uuid('c'), uuid('d'), uuid('e'), 'Tr_Mixed-Case'].map((id, index) => [id, 'abcdex'[index]]),
);

async function search(q: string, parameters = '', more: { cursor?: string; limit?: number } = {}) {
  const query = { ...readTransferQuery(new URLSearchParams(parameters)), q };
  return surely(await listTransferPage({ query, ...more }));
}

/** Gives the results as "a: ref_id exact". */
async function find(q: string, parameters = ''): Promise<string[]> {
  const { items } = await search(q, parameters);
  return items.map(
    (item) =>
      `${NAMES[String(item.id)] ?? item.id}: ${'match' in item ? `${item.match?.field} ${item.match?.how}` : ''}`,
  );
}

const lookedUp = (outcome: string) => ({ liveLookup: { outcome, at: expect.any(String) } });
const create = async (change = {}) =>
  (await running.sandbox.api.create({ ref_id: `live-${randomUUID()}`, ...change })).body;
const asleep = async () =>
  (await pool().query(`select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`))
    .rowCount;

const readBudget = async () => (await pool().query<{ reads: string }>('select reads from read_budget')).rows[0];

const lookUp = async (text: string) => surely(await bulkLookupTransfers({ text }));

describe('a search', () => {
  it.each<[string, string[]]>([
    ['INV-1', ['d: ref_id exact', 'a: ref_id exact', 'c: ref_id prefix', 'b: ref_id prefix']],
    [' \u200Binv-10\n', ['b: ref_id exact']],
    ['INV-', ['d: ref_id prefix', 'c: ref_id prefix', 'b: ref_id prefix', 'a: ref_id prefix']],
    [uuid('A'), ['a: id exact']],
    ['aaaaaaaa-aa', ['a: id prefix', 'e: auto_conversion prefix']],
    ['tr_mixed-case', ['x: id exact']],
    ['Tr_Mix', ['x: id prefix']],
    [HASH.toUpperCase(), ['a: crypto_tx_hash exact']],
    [HASH.slice(0, 10), ['a: crypto_tx_hash prefix']],
    [HASH.slice(10, 30), []],
    [HASH.slice(-20).toUpperCase(), ['a: crypto_tx_hash suffix']],
    [HASH.slice(-7), ['a: crypto_tx_hash suffix']],
    [`0${HASH.slice(-20)}`, []],
    [HASH.slice(-7, -1), []],
    [ADDRESS.slice(-5), ['b: destination_address suffix', 'a: destination_address suffix']],
    [uuid('a').slice(-12), ['e: auto_conversion contains']],
    [ADDRESS.toLowerCase(), ['b: destination_address exact', 'a: destination_address exact']],
    [uuid('9'), ['a: group_id exact']],
    ['rent for', ['c: memo prefix']],
    ['(march)', ['c: memo contains']],
    ['Q-77', ['c: metadata.order exact']],
    ['batch 12', ['x: metadata.a.b exact']],
    ['batch', ['x: metadata.a.b prefix']],
    ['50%_OFF', ['c: metadata.customer contains']],
    ['h\\s', []],
    ['k\\sla', ['x: memo contains']],
    ['"quoted"', ['x: memo contains']],
    ['inv 11', ['c: ref_id exact']],
    ['Inv_11', ['c: ref_id exact']],
    ['0x5290 8400 … E416 9EE7', ['b: destination_address ends', 'a: destination_address ends']],
    ['5290 8400 0985 2788 6E0F', ['b: destination_address prefix', 'a: destination_address prefix']],
    ['0.5 BTC', ['e: total exact', 'd: amount exact']],
    ['eth .50', ['x: amount exact']],
    ['1,250 btc', []],
    ['I_V-1', []],
    ['INV%', []],
    ['%%%', []],
    ['___', []],
    [`' or 1=1 --`, []],
    ['日本語', []],
  ])('for %j finds exact matches, then beginnings, ends and parts', async (q, wanted) => {
    expect(await find(q)).toEqual(wanted);
  });

  it('finds an exact memo before a reference with the prefix, and an exact reference first', async () => {
    await storeRecords([record('memo-1', 7, { memo: 'Q-7' }), record('ref-2', 8, { ref_id: 'Q-78' })]);
    expect(await find('q-7')).toEqual(['memo-1: memo exact', 'ref-2: ref_id prefix', 'c: metadata.order prefix']);
  });

  it('matches the whole reference of a transfer that is stored between its statements', async () => {
    const refId = 'Märzmiete, Haus 7 Süd';
    const { nameAddresses } = tiers;
    vi.spyOn(tiers, 'nameAddresses').mockImplementation(async (...asked) => {
      if (asked[1].how === 'contains') await storeRecords([record('just-now', 7, { ref_id: refId })]);
      return nameAddresses(...asked);
    });
    expect(await find(refId)).toEqual(['just-now: ref_id exact']);
  });

  it('is filtered, and sorted within each tier', async () => {
    expect(await find('INV-1', 'asset=ETH&sort=created')).toEqual([
      'a: ref_id exact',
      'b: ref_id prefix',
      'c: ref_id prefix',
    ]);
    expect(await find('0.5 BTC', 'status=FAILED')).toEqual([]);
  });

  it('continues page by page through all tiers while new transfers arrive, without a duplicate or a gap', async () => {
    await storeRecords(
      Array.from({ length: 30 }, (_, index) =>
        record(`many-${index}`, 1 + (index % 20), {
          ref_id: index % 3 ? `LOT-${index}` : 'LOT',
          memo: `a lot-${index}`,
        }),
      ),
    );
    await storeRecords([record('memo-lot', 2, { memo: 'lot' })]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search('lot', '', { limit: 7, ...(cursor !== null && { cursor }) });
      seen.push(...page.items.map(({ id }) => String(id)));
      cursor = page.nextCursor;
      await storeRecords([record(`late-${seen.length}`, 28, { ref_id: 'LOT' })]);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    // An exact match hides memos, but not other references with the prefix.
    expect(seen.filter((id) => id.startsWith('many-'))).toHaveLength(30);
    expect(seen.slice(0, 10).every((id) => Number(id.slice(5)) % 3 === 0)).toBe(true);
  });

  it('rejects a cursor of a list, or of another order', async () => {
    const { nextCursor } = await search('INV', '', { limit: 1 });
    const list = await listTransferPage({ limit: 1 });
    const query = readTransferQuery(new URLSearchParams('q=INV&sort=created'));
    expect(await listTransferPage({ query, cursor: String(nextCursor) })).toMatchObject({
      ok: false,
      error: { status: 400 },
    });
    expect(
      await listTransferPage({
        query: { ...query, isAscending: false },
        cursor: String(list.ok && list.value.nextCursor),
      }),
    ).toMatchObject({
      ok: false,
      error: { status: 400 },
    });
  });

  it.each([
    ['20,000 characters', 'INV-1 '.repeat(3500)],
    ['20,000 wildcards', '%_'.repeat(10_000)],
    ['a null character', 'INV\0-1'],
    ['half a character', '\ud800INV-1\udc00'],
    ['quotes and backslashes', String.raw`'"\'; drop table mirror_transfers; --\\`],
    ['brackets', '{}[]()*+?.^$|'],
    ['lines', 'INV-1\nINV-10'],
    ['right-to-left marks', '\u202EINV-1'],
  ])('answers %s', async (_name, q) => {
    expect((await search(q)).coverage).toMatchObject({ isComplete: expect.any(Boolean) });
  });

  it('says what was not searched', async () => {
    expect(await search('🎉')).toMatchObject({
      items: [],
      limits: ['no-letters'],
    });
    expect(await search('q-')).toMatchObject({ limits: ['too-short'] });
    expect(await search(HASH.slice(10, 30))).toMatchObject({ limits: ['middle'] });
    expect(await search('nothing-like-it')).not.toHaveProperty('limits');
  });

  it('has exact totals of its results', async () => {
    const totals = await readTransferTotals({ ...readTransferQuery(new URLSearchParams()), q: 'INV-' });
    expect(totals).toMatchObject({
      ok: true,
      value: {
        transfers: 4,
        totals: [
          { asset: 'ETH', transfers: 3, amount: '3' },
          { asset: 'BTC', amount: '0.5', total: '0.6' },
        ],
      },
    });
  });
});

describe('a statement', () => {
  it('is cancelled in the database on abort, and its connection serves the next', async () => {
    const abandoned = new AbortController();
    const reading = readRows(sql`select pg_sleep(25)`, abandoned.signal);
    await vi.waitFor(async () => expect(await asleep()).toBe(1));
    abandoned.abort();
    await expect(reading).rejects.toBe(abandoned.signal.reason);
    // The view of activity follows the end of a statement a moment later.
    await vi.waitFor(async () => expect(await asleep()).toBe(0));
    // Whichever connection is used: no later statement is cancelled.
    const after = await Promise.all(
      Array.from({ length: 20 }, () => readRows<{ one: number }>(sql`select 1 as one`, new AbortController().signal)),
    );
    expect(after.flat()).toHaveLength(20);
    expect(readerPool().waitingCount).toBe(0);
  });

  it('is not started after an abort', async () => {
    await expect(readRows(sql`select 1`, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

describe('a transfer that the mirror lacks', () => {
  afterEach(() => fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));

  it('is found at the service by its ID', async () => {
    const { id } = await create();
    expect(await search(id.toUpperCase())).toMatchObject({
      items: [{ id, match: { field: 'id', how: 'exact' } }],
      ...lookedUp('found'),
    });
    expect(await search(id)).not.toHaveProperty('liveLookup');
  });

  it('is found by its reference among new transfers', async () => {
    const { id, ref_id } = await create();
    expect(await search(String(ref_id))).toMatchObject({
      items: [{ id, match: { field: 'ref_id', how: 'exact' } }],
      ...lookedUp('found'),
    });
  });

  it('is reported as unknown only if the service says so', async () => {
    expect(await search(randomUUID())).toMatchObject({ items: [], ...lookedUp('none') });
    expect(await search('INV-100')).toMatchObject({ items: [], ...lookedUp('none') });
    await running.sandbox.api.addFault({ on: 'any', kind: 'error', status: 400 });
    expect(await search('INV-101')).toMatchObject({ items: [], ...lookedUp('failed') });
  });

  it('is found beside others that begin with the term, which are shown without it', async () => {
    await storeRecords([record('longer-1', 7, { ref_id: 'INV-5000' })]);
    expect(await search('INV-500')).toMatchObject({ items: [{ id: 'longer-1' }], ...lookedUp('none') });
    const { id } = await create({ ref_id: 'INV-500' });
    expect(await search('INV-500')).toMatchObject({
      items: [
        { id, match: { how: 'exact' } },
        { id: 'longer-1', match: { how: 'prefix' } },
      ],
      ...lookedUp('found'),
    });
  });

  it('is reported with the references that the term may have been meant for', async () => {
    await storeRecords([record('long-1', 7, { ref_id: 'Wd-2026-1187' })]);
    expect(await search('wd-2026-1178')).toMatchObject({ items: [], similar: ['Wd-2026-1187'] });
    expect(await search('WD-2026-11870')).toMatchObject({ items: [], similar: ['Wd-2026-1187'] });
    // Neither an amount nor words are left without a suggestion.
    expect(await search('wd 2026 1178')).toMatchObject({ items: [], similar: ['Wd-2026-1187'] });
    await storeRecords([record('long-2', 7, { ref_id: 'alder-4711' })]);
    expect(await search('aldr 4711')).toMatchObject({ items: [], similar: ['alder-4711'] });
    expect(await search('wd-2026-9999')).not.toHaveProperty('similar');
    expect(await search('wd-2026-1187')).not.toHaveProperty('similar');
    const answer = await lookUpAtServiceNow({ text: 'wd-2026-1178\nnowhere-1' });
    expect(answer.ok && answer.value.rows.map(({ similar }) => similar)).toEqual([['Wd-2026-1187'], undefined]);
  });

  it('is looked up as it is, whatever separates its words', async () => {
    const refId = `Ümlaut, ${randomUUID()}`;
    await create({ ref_id: refId });
    expect(await lookUpAtServiceNow({ term: refId })).toMatchObject({
      ok: true,
      value: { rows: [{ term: refId, items: [{ ref_id: refId }], check: 'answered' }] },
    });
  });

  it('hides no mirrored transfer while the service is down', async () => {
    await running.sandbox.api.addFault({ on: 'any', kind: 'error', status: 400 });
    expect(await search('inv-11x')).toMatchObject({ items: [], ...lookedUp('failed') });
    expect(await search('rent for')).toMatchObject({ items: [{ id: uuid('c') }] });
    // What a text names comes before what it is the beginning of.
    expect(await find('rent for inv-1')).toEqual(['d: ref_id exact', 'a: ref_id exact', 'c: memo prefix']);
    expect(await search('77.25 XYZ')).not.toHaveProperty('liveLookup');
  });

  it('is found by any text that a reference may be', async () => {
    // None that a random ID can begin with.
    for (const ref_id of ['Märzmiete, Teil zwei', 'Q1', 'x'.repeat(90), '=cmd|calc', '日本 語']) {
      const { id } = await create({ ref_id });
      expect([ref_id, (await search(ref_id)).items.map((item) => item.id)]).toEqual([ref_id, [id]]);
    }
    // A word with matches in the mirror is no reference.
    expect(await search('March')).not.toHaveProperty('liveLookup');
  });

  it('is not looked up while the reader types on', async () => {
    const before = await readBudget();
    const typing = new AbortController();
    const query = { ...readTransferQuery(new URLSearchParams()), q: 'some unknown words' };
    const page = listTransferPage({ query, signal: typing.signal });
    typing.abort(new Error('typed on'));
    await expect(page).rejects.toThrow('typed on');
    expect(await readBudget()).toEqual(before);
  });

  it('is found by ref_ids and ids if the service honours them, anywhere in the list', async () => {
    const filtering = await startForTest({ transfers: 300, filters: ['ids', 'ref_ids'] }, Date.now());
    const change = {
      TRANSFER_SERVICE_URL: filtering.url,
      TRANSFER_SERVICE_AUTH_URL: filtering.url,
      TRANSFER_SERVICE_PAGE_LIMIT: 5,
    };
    changeSettings({ ...change, TRANSFER_SERVICE_FILTERS: ['ids', 'ref_ids'] });
    try {
      const old = (await filtering.api.walk(300)).slice(-40);
      const [first, ...others] = old.flatMap(({ ref_id }) => ref_id ?? []);
      expect(await search(String(first))).toMatchObject({ items: [{ ref_id: first }], ...lookedUp('found') });
      const pasted = [...others, 'nowhere-1', ...old.map(({ id }) => id)];
      const answer = await lookUpAtServiceNow({ text: pasted.join('\n') });
      expect(
        answer.ok &&
          answer.value.rows.filter(({ items }) => items.length !== 1).map(({ term, check }) => [term, check]),
      ).toEqual([['nowhere-1', 'answered']]);
    } finally {
      await filtering.remove();
    }
  });

  it('is not reported as unknown by a filter that the service ignores', async () => {
    changeSettings({ TRANSFER_SERVICE_FILTERS: ['ref_ids'] });
    expect(await search('nowhere-1')).toMatchObject({ items: [], ...lookedUp('failed') });
    // From then on, the newest pages are read.
    expect(await search('nowhere-1')).toMatchObject({ items: [], ...lookedUp('none') });
  });
});

const outcomes = async (text: string) =>
  (await lookUp(text)).rows.map(({ term, items }) => `${term}: ${items.map(({ id }) => NAMES[id]).join('')}`);

describe('a bulk lookup', () => {
  it('gives the transfers of each term, in the order of the terms', async () => {
    expect(await outcomes(`INV-10\n${HASH}; nowhere-1,${ADDRESS}\tINV-1 inv-11\ninv-10\n${uuid('9')}`)).toEqual([
      'INV-10: b',
      `${HASH}: a`,
      'nowhere-1: ',
      `${ADDRESS}: ba`,
      'INV-1: da',
      'inv-11: c',
      `${uuid('9')}: a`,
    ]);
  });

  it('does not ask the service unless a person does', async () => {
    const { body } = await running.sandbox.api.create({ ref_id: `live-${randomUUID()}` });
    const text = `nowhere-1\n${body.ref_id}\nINV-10`;
    expect((await lookUp(text)).rows).toMatchObject([
      { items: [], check: 'not-asked' },
      { items: [], check: 'not-asked' },
      { items: [{}] },
    ]);
    expect(await lookUpAtServiceNow({ text })).toMatchObject({
      ok: true,
      value: {
        rows: [{ items: [], check: 'answered' }, { items: [{ id: body.id }], check: 'answered' }, { items: [{}] }],
        askedAt: expect.any(String),
      },
    });
  });

  it('takes a thousand terms at most', async () => {
    const terms = Array.from({ length: 1000 }, (_, index) => `none-${index}`);
    expect((await lookUp(terms.join('\n'))).rows).toHaveLength(1000);
    expect(await bulkLookupTransfers({ text: [...terms, 'none-1000'].join('\n') })).toMatchObject({
      ok: false,
      error: { status: 400, explanation: { title: 'Too many references' } },
    });
    expect(await lookUpAtServiceNow({ text: terms.slice(0, 101).join('\n') })).toMatchObject({
      ok: false,
      error: { status: 400, explanation: { title: 'Too many references' } },
    });
  });

  it.each([
    ['nothing', undefined],
    ['another member', { text: 'a', more: 1 }],
    ['no text', { text: 1 }],
  ])('rejects %s', async (_name, input) => {
    expect(await bulkLookupTransfers(input)).toMatchObject({ ok: false, error: { status: 400 } });
    expect(await lookUpAtServiceNow(input)).toMatchObject({ ok: false, error: { status: 400 } });
  });

  it.each([
    ['null characters', '\0\0,a\0b-1'],
    ['half characters', '\ud800'],
    ['spaces alone', ' '.repeat(99_000)],
    ['one long term', `${'x'.repeat(50_000)}1`],
    ['spaces within', `a${' '.repeat(90_000)}b`],
  ])('takes %s', async (_name, text) => {
    expect((await lookUp(text)).rows.every(({ items }) => items.length === 0)).toBe(true);
  });
});
