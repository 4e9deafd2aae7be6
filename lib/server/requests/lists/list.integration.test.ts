import fc from 'fast-check';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_REQUESTS, foldsBatches, REQUEST_SORTS, type RequestListQuery } from '@/lib/requests/list/query';
import type { ListEntry, RequestListPage } from '@/lib/requests/list/entry';
import { STATE_FILTERS, type StateFilter } from '@/lib/requests/stages';
import * as sessions from '@/lib/server/auth/sessions';
import { pool } from '@/lib/server/database/client';
import { exportRequests } from '@/lib/server/requests/lists/export';
import { countNewerRequests, listRequestPage, readRequestOptions } from '@/lib/server/requests/lists/list';
import { caller } from '@/scripts/testing/people/caller';
import { addVariedRequests } from '@/scripts/testing/data/many-requests';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const REQUESTS = 2400;
const WALKS = 40;
const BATCHES = 2;
const BATCH_ROWS = 400;

interface Row {
  id: string;
  refId: string;
  batchId: string | null;
  requester: string;
  asset: string;
  network: string;
  profile: string;
  /** A decimal, padded so that texts compare as numbers. */
  padded: string;
  created: string;
  state: string;
  send: string | null;
  isClosed: boolean;
  status: string | null;
}

const test = setUpTestDatabase();
let rows: Row[] = [];

beforeAll(async () => {
  const client = new Client(test.url);
  await client.connect();
  try {
    await addVariedRequests(client, REQUESTS);
  } finally {
    await client.end();
  }
  const found = await pool().query<Row>(`
    select request.id, request.ref_id as "refId", request.bundle_id as "batchId", request.requester_id as requester,
      its->>'asset' as asset, its->>'crypto_network' as network, its->>'profile_id' as profile,
      lpad(split_part(value, '.', 1), 40, '0') || '.' || rpad(split_part(value, '.', 2), 40, '0') as padded,
      to_char(request.created_at at time zone 'UTC', 'YYYYMMDDHH24MISS.US') as created, request.state,
      send.state as send, send.closed_at is not null as "isClosed", send.transfer_status as status
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id
    left join sends send on send.request_id = request.id,
    lateral (select convert_from(version.body, 'UTF8')::json as its) as parsed,
    lateral (select coalesce(its->>'amount', its->>'total') as value) as fixed`);
  rows = found.rows;
}, 60_000);

beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const listPage = async (query: Partial<RequestListQuery>, cursor?: string, limit = 100): Promise<RequestListPage> =>
  surely(await listRequestPage({ query: { ...ALL_REQUESTS, ...query }, cursor, limit }));

/** Gives the references of the requests of ETH that a search finds. */
async function findEth(q: string): Promise<string[]> {
  const { items } = await listPage({ q, values: { asset: ['ETH'] } });
  return items.flatMap((item) => (item.kind === 'request' ? item.refId : []));
}

/** Reads every page of a list. */
async function walk(query: Partial<RequestListQuery>, limit: number): Promise<ListEntry[]> {
  const items: ListEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(query, cursor, limit);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

const IS_IN_STATE: Record<StateFilter, (row: Row) => boolean> = {
  awaiting: ({ state }) => state === 'AWAITING_APPROVAL',
  'in-progress': ({ send, status }) => send === 'QUEUED' || send === 'UNKNOWN' || status === 'PENDING',
  unknown: ({ send }) => send === 'UNKNOWN',
  ended: (row) => !IS_IN_STATE.awaiting(row) && !IS_IN_STATE['in-progress'](row),
  completed: ({ status }) => status === 'COMPLETED',
  failed: ({ status }) => status === 'FAILED',
  declined: ({ send, isClosed }) => send === 'REFUSED' && !isClosed,
  closed: ({ send, isClosed }) => send === 'REFUSED' && isClosed,
  rejected: ({ state }) => state === 'REJECTED',
  expired: ({ state }) => state === 'EXPIRED',
  cancelled: ({ state }) => state === 'CANCELLED',
};

const is = (wanted: readonly string[] | undefined, value: string) => !wanted || wanted.includes(value);
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Gives the keys of the list that a query must show, computed from all rows. */
function expectedKeys(query: RequestListQuery): string[] {
  const { values, sort, isAscending } = query;
  const shown = rows.filter(
    (row) =>
      is(values.requester, row.requester) &&
      is(values.asset, row.asset) &&
      is(values.network, row.network) &&
      is(values.profile, row.profile) &&
      (!values.state || values.state.some((state) => IS_IN_STATE[state as StateFilter](row))),
  );
  const key = ({ created, asset, padded }: Row) => (sort === 'created' ? created : `${asset} ${padded}`);
  const direction = isAscending ? 1 : -1;
  const ordered = shown.toSorted((a, b) =>
    sort === 'created'
      ? direction * (compare(key(a), key(b)) || compare(a.id, b.id))
      : compare(a.asset, b.asset) || direction * compare(a.padded, b.padded) || compare(a.id, b.id),
  );
  if (!foldsBatches(query)) return ordered.map(({ id }) => `request ${id}`);
  return [...new Set(ordered.map(({ id, batchId }) => (batchId === null ? `request ${id}` : `batch ${batchId}`)))];
}

const some = <Value>(...options: Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...options), { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 2 });

const anyQuery = fc
  .record({
    state: some(...STATE_FILTERS),
    asset: some('ETH', 'BTC', 'SOL', 'NONE'),
    network: some('ETHEREUM', 'BITCOIN', 'SOLANA'),
    profile: some('p-0', 'p-3', 'p-none'),
    requester: some(0, 1, 4),
    sort: fc.constantFrom(...REQUEST_SORTS),
    isAscending: fc.boolean(),
    limit: fc.integer({ min: 60, max: 1000 }),
  })
  .map(({ sort, isAscending, limit, requester, ...filters }) => {
    const people = [...new Set(rows.map((row) => row.requester))].toSorted();
    const values = { ...filters, requester: requester?.map((index) => people[index] ?? '') };
    const chosen = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return { query: { ...ALL_REQUESTS, values: chosen, sort, isAscending }, limit };
  });

describe('the list of withdrawals', () => {
  it('shows every request that matches exactly once and in order, page by page, for any query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat().chain(() => anyQuery),
        async ({ query, limit }) => {
          const shown = (await walk(query, limit)).map(({ kind, id }) => `${kind} ${id}`);
          const expected = expectedKeys(query);
          // Rows of one moment have no order but that of their IDs, and a batch is at its first request.
          if (foldsBatches(query)) expect(shown.toSorted()).toEqual(expected.toSorted());
          else expect(shown).toEqual(expected);
        },
      ),
      { numRuns: WALKS },
    );
  }, 120_000);

  it('shows a batch as one row with its counts by stage and its sums', async () => {
    const items = await walk({}, 500);
    const batches = items.filter((item) => item.kind === 'batch');
    expect(batches).toHaveLength(BATCHES);
    expect(items).toHaveLength(REQUESTS - BATCH_ROWS + BATCHES);
    const [batch] = batches;
    const members = rows.filter(({ batchId }) => batchId === batch?.id);
    expect(batch).toMatchObject({
      count: members.length,
      requesterName: 'Varied 1',
      network: null,
      profileId: null,
      recipients: 200,
    });
    expect(batch?.stages.awaiting).toBe(members.filter(IS_IN_STATE.awaiting).length);
    expect(Object.values(batch?.stages ?? {}).reduce((sum, count) => sum + count, 0)).toBe(members.length);
    // As exact as the amounts: two of 20 digits on each side of the point, and 178 of at most three digits.
    expect(batch?.totals.map(({ asset, count }) => `${asset} ${count}`)).toEqual(['ETH 170', 'BTC 20', 'SOL 10']);
    expect(batch?.totals[0]?.total).toMatch(/^2\d{20}\.\d{1,20}$/);
  });

  it('shows the rows of a batch with its name under any other filter, and alone in the order of its sheet', async () => {
    const { items } = await listPage({ values: { state: ['rejected'] } });
    expect(items.some((item) => item.kind === 'request' && item.batch?.name === 'Batch 1')).toBe(true);
    expect(items.every((item) => item.kind === 'request')).toBe(true);
    const [batchId] = rows.flatMap((row) => row.batchId ?? []);
    const alone = await walk({ batch: batchId }, 150);
    const members = rows.filter((row) => row.batchId === batchId);
    expect(alone.map(({ id }) => id)).toEqual(
      members.toSorted((a, b) => Number(a.refId.slice(7)) - Number(b.refId.slice(7))).map(({ id }) => id),
    );
  });

  it.each([
    ['varied-1234', ['varied-1234']],
    ['VARIED-123', ['varied-123', 'varied-1230', 'varied-1239']],
    ['aried-77', ['varied-77', 'varied-770']],
    ['Payout 2399', ['varied-2399']],
    ['transfer-2011', ['varied-2011']],
    ['99999999999999999999.00000000000000000107', ['varied-107']],
    ['0.5 SOL', ['varied-300']],
    ['no such text', []],
    ['0xzz', []],
    ['=cmd|calc', []],
    ['\u202E\0\uD800', []],
    ['%', []],
    ["'; drop table people; --", []],
  ])('finds by %j', async (q, expected) => {
    const found = (await walk({ q }, 100)).map((item) => (item.kind === 'request' ? item.refId : item.name));
    expect(found).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(found).toEqual([]);
  });

  it('finds by request ID, by address in part, and by the name of recipient and requester', async () => {
    const row = rows.find(({ refId }) => refId === 'varied-42');
    const findOne = async (q: string) => (await listPage({ q })).items.map((item) => 'refId' in item && item.refId);
    expect(await findOne(row?.id.toUpperCase() ?? '')).toEqual(['varied-42']);
    const { items } = await listPage({ q: 'varied-42' });
    const [first] = items.filter((item) => item.kind === 'request');
    expect(first?.match).toEqual({ field: 'ref_id', how: 'exact' });
    const address = first?.body.destination_address ?? '';
    expect(await findOne(address.slice(0, 12))).toContain('varied-42');
    expect(await findOne(address.slice(10, 24).toUpperCase())).toContain('varied-42');
    await addRecipient('varied 42', 'Süd-Trading Ltd');
    expect(await findOne('trad süd')).toEqual(expect.arrayContaining(['varied-42', 'varied-1042']));
    expect(await findOne('Varied 3')).toContain('varied-3');
  });

  it('looks for a whole reference in no other text, but for one that is missing or hidden', async () => {
    await addRecipient('varied 44', 'Settles varied-605');
    expect(await findEth('varied-605')).toEqual(['varied-605']);
    expect(await findEth('s varied-605')).toContain('varied-44');
    await seeingOnly('p-2', async () => {
      expect(rows.find(({ refId }) => refId === 'varied-605')?.profile).not.toBe('p-2');
      expect(await findEth('varied-605')).toEqual(['varied-44']);
    });
  });

  it('filters by a recipient of the address book, and offers it with its number of requests', async () => {
    const id = await addRecipient('varied 43', 'Filter & Sons');
    const items = await walk({ values: { recipient: [id] } }, 2);
    const expected = rows.filter(({ refId }) => Number(refId.slice(7)) % 1000 === 43).length;
    expect(items.map((item) => item.kind === 'request' && item.recipientName)).toEqual(
      Array.from({ length: expected }, () => 'Filter & Sons'),
    );
    const [row] = rows.filter(({ batchId }) => batchId !== null);
    const names = { values: { recipient: [id], requester: [row?.requester ?? ''] }, batch: row?.batchId ?? undefined };
    expect(Object.values((await listPage(names)).names)).toEqual(['Varied 1', 'Filter & Sons', 'Batch 1']);
    expect((await listPage({})).names).toEqual({});
    const { recipient } = surely(await readRequestOptions());
    expect(recipient).toContainEqual({ value: id, label: 'Filter & Sons', requests: expected });
  });

  it('counts the rows that have come above the first one, each batch once', async () => {
    for (const query of [{}, { values: { asset: ['BTC'] } }, { values: { state: ['awaiting' as const] } }]) {
      const { items, topCursor, nextCursor } = await listPage(query, undefined, 7);
      const count = async (than: string | null) =>
        surely(await countNewerRequests({ ...ALL_REQUESTS, ...query }, than ?? ''));
      expect(items).toHaveLength(7);
      expect(await count(topCursor)).toEqual({ count: 0 });
      // The cursor of the next page is that of the seventh row.
      expect(await count(nextCursor)).toEqual({ count: 6 });
    }
    for (const query of [{ isAscending: true }, { sort: 'amount' as const }, { q: 'varied' }])
      expect((await listPage(query)).topCursor).toBeNull();
    expect(await countNewerRequests(ALL_REQUESTS, 'none')).toMatchObject({ ok: false, error: { status: 400 } });
  });

  it('counts the options of every filter, with a state for every stage', async () => {
    const options = surely(await readRequestOptions());
    const counts = Object.fromEntries(options.state.map(({ value, requests }) => [value, requests]));
    expect(counts).toEqual(
      Object.fromEntries(STATE_FILTERS.map((filter) => [filter, rows.filter(IS_IN_STATE[filter]).length])),
    );
    const sum = (filter: 'asset' | 'network' | 'profile' | 'requester') =>
      options[filter].reduce((all, { requests }) => all + requests, 0);
    expect((['asset', 'network', 'profile', 'requester'] as const).map(sum)).toEqual(
      Array.from({ length: 4 }, () => REQUESTS),
    );
    expect(options.network[0]).toMatchObject({ value: 'ETHEREUM', label: 'Ethereum' });
    expect(options.requester.map(({ label }) => label).toSorted()[0]).toBe('Varied 0');
  });

  it('keeps the old links: before shows older requests, and none for an unknown one', async () => {
    const row = rows.find(({ refId }) => refId === 'varied-900');
    const [first] = (await listPage({ before: row?.id })).items;
    expect(first).toMatchObject({ kind: 'request', refId: 'varied-901' });
    for (const before of ['00000000-0000-4000-8000-000000000000', 'no-uuid', '\0'])
      expect((await listPage({ before })).items).toEqual([]);
  });

  it('filters by day, and by the reader', async () => {
    const { items } = await listPage({ created: { from: '2999-01-01', to: undefined } });
    expect(items).toEqual([]);
    expect((await listPage({ isMine: true })).items).toEqual([]);
  });

  it('refuses a cursor of another order, and a malformed one', async () => {
    const { nextCursor } = await listPage({}, undefined, 5);
    const cursors = [nextCursor ?? '', 'none', '', Buffer.from('{"sort":"amount"}').toString('base64url')];
    for (const cursor of cursors) {
      const query = { ...ALL_REQUESTS, sort: 'amount' as const };
      expect(await listRequestPage({ query, cursor })).toMatchObject({ ok: false, error: { status: 400 } });
    }
  });

  it('exports the requests that a query shows, with sums, an audit entry and no formula', async () => {
    const parameters = new URLSearchParams({ state: 'rejected', asset: 'ETH', sort: 'amount' });
    const { stream, rows: count, fileName } = surely(await exportRequests(parameters));
    const text = await new Response(stream).text();
    const lines = text.split('\r\n');
    const expected = rows.filter((row) => row.state === 'REJECTED' && row.asset === 'ETH');
    expect(fileName).toMatch(/^withdrawals-[\dT-]+Z\.csv$/);
    expect(count).toBe(expected.length);
    expect(lines[0]).toBe(
      'Created,Reference,Status,Asset,Amount,Fee,Asset sent,Recipient,Destination address,Memo,Network,Profile,' +
        'Requester,Batch,Reason,Request,Transfer,Attachments (SHA-256)',
    );
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,varied-\d+,Rejected,ETH,/);
    expect(
      lines
        .slice(1, count + 1)
        .map((line) => line.split(',')[1] ?? '')
        .toSorted(compare),
    ).toEqual(expected.map(({ refId }) => refId).toSorted());
    expect(lines[count + 1]).toMatch(new RegExp(`^# Rows: ${count},`));
    expect(lines[count + 2]).toMatch(new RegExp(`ETH requested: [\\d.]+ in ${count} rows, fees not counted`));
    expect(lines[count + 3]).toMatch(/^"?# Filter: Status: Rejected; Asset: ETH/);
    expect(await readLastEntry('withdrawals.exported')).toMatchObject({
      subject: 'withdrawals',
      after: { format: 'csv', query: 'state=rejected&asset=ETH&sort=amount', requests: count },
    });
  });

  it('exports every request of the batches of a folded list, and rows alone where asked for', async () => {
    const { stream, rows: count } = surely(await exportRequests(new URLSearchParams({ trailer: '0' })));
    const lines = (await new Response(stream).text()).trimEnd().split('\r\n');
    expect([count, lines.length]).toEqual([REQUESTS, REQUESTS + 1]);
    expect(lines.filter((line) => line.includes(',Batch 2,'))).toHaveLength(200);
  });

  it('shows a reader of one profile nothing of another one, and counts batches by what the reader sees', async () => {
    await seeingOnly('p-3', async () => {
      const items = await walk({}, 300);
      const seen = rows.filter(({ profile }) => profile === 'p-3');
      const single = items.filter((item) => item.kind === 'request');
      expect(single.every(({ body }) => body.profile_id === 'p-3')).toBe(true);
      expect(single).toHaveLength(seen.filter(({ batchId }) => batchId === null).length);
      const batches = items.filter((item) => item.kind === 'batch');
      expect(batches.map(({ count, profileId }) => [count, profileId])).toEqual(
        batches.map(({ id }) => [seen.filter(({ batchId }) => batchId === id).length, 'p-3']),
      );
      expect(batches).toHaveLength(BATCHES);
      expect(await walk({ q: 'varied-1' }, 500)).toHaveLength(
        seen.filter(({ refId }) => refId.startsWith('varied-1')).length,
      );
      expect(surely(await readRequestOptions()).profile).toEqual([
        { value: 'p-3', label: 'p-3', requests: seen.length },
      ]);
      const { stream, rows: count } = surely(await exportRequests(new URLSearchParams()));
      await stream.cancel();
      expect(count).toBe(seen.length);
    });
  });

  it('answers nobody who is not signed in', async () => {
    caller.sessionId = undefined;
    expect(await listRequestPage({ query: ALL_REQUESTS })).toEqual(failure('signed-out'));
    expect(await readRequestOptions()).toEqual(failure('signed-out'));
  });
});

/** Adds an active entry of the address book under a recipient key; gives its ID. */
/** Runs a test as a reader who sees one profile only. */
async function seeingOnly(profile: string, run: () => Promise<void>): Promise<void> {
  const findPerson = sessions.findPerson;
  const spy = vi.spyOn(sessions, 'findPerson').mockImplementation(async (...question) => {
    const person = await findPerson(...question);
    return person && { ...person, visibleProfiles: [profile] };
  });
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
}

async function addRecipient(recipientKey: string, name: string): Promise<string> {
  const { rows: added } = await pool().query<{ id: string }>(
    `with proposal as (
       insert into proposals (kind, subject, payload, comment, proposed_by)
       select 'recipient', gen_random_uuid(), '{}', '', id from people where subject = 'varied-0' returning id, proposed_by)
     insert into recipients (name, network, address, recipient_key, normal_address, owner_id, proposal_id)
     select $2, 'ETHEREUM', '0x' || md5($1), $1, '0x' || md5($1), proposed_by, id from proposal returning id`,
    [recipientKey, name],
  );
  return added[0]?.id ?? '';
}
