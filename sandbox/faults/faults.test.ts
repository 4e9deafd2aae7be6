import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.remove());
afterEach(async () => {
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

const list = (parameters = '') =>
  sandbox.api.get(`/v2/transfer/transfers?limit=20${parameters}`).catch(() => undefined);
const listJson = async (parameters = '') =>
  (await (await sandbox.api.get(`/v2/transfer/transfers?limit=20${parameters}`)).json()) as Record<string, unknown>;
// The messages of fetch for a connection that broke before or within the body.
const BROKEN = /fetch failed|terminated/;
const validBody = {
  profile_id: 'p-ops',
  destination_address: 'a',
  asset: 'BTC',
  crypto_network: 'BITCOIN',
  amount: '1',
};

describe('faults before the effect', () => {
  it('latency waits that long and then answers as usual', async () => {
    await sandbox.api.page();
    await sandbox.api.addFault({ on: 'list', kind: 'latency', ms: 60, times: 1 });
    const started = performance.now();
    expect((await list())?.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(58);
  });

  it('throttle answers 429, with Retry-After if given', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', times: 1 });
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', retry_after: 7, times: 1 });
    const [bare, timed, after] = [await list(), await list(), await list()];
    expect([bare?.status, bare?.headers.get('retry-after')]).toEqual([429, null]);
    expect([timed?.status, timed?.headers.get('retry-after')]).toEqual([429, '7']);
    expect(after?.status).toBe(200);
  });

  it.each([500, 502, 503, 504])('error answers %i and creates nothing', async (status) => {
    await sandbox.api.addFault({ on: 'create', kind: 'error', status, times: 1 });
    expect((await sandbox.api.create({ ref_id: `error-${status}` })).status).toBe(status);
    expect(await sandbox.api.countByRefId(`error-${status}`)).toBe(0);
  });

  it('error says the detail that it was given', async () => {
    const detail = 'The account is under review.';
    await sandbox.api.addFault({ on: 'create', kind: 'error', status: 403, type: 'rejected', detail, times: 1 });
    expect((await sandbox.api.create({ ref_id: 'under-review' })).body).toMatchObject({ title: 'Rejected', detail });
  });

  it('reset-before ends the connection and creates nothing', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'reset-before', times: 1 });
    await expect(sandbox.api.post({ ...validBody, ref_id: 'reset-before' })).rejects.toThrow(BROKEN);
    expect(await sandbox.api.countByRefId('reset-before')).toBe(0);
  });

  it('redirect points to another host and creates nothing', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'redirect', times: 1 });
    const response = await sandbox.api.post({ ...validBody, ref_id: 'redirected' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${sandbox.url.replace('127.0.0.1', 'localhost')}/_sandbox/elsewhere`,
    ]);
    expect(await sandbox.api.countByRefId('redirected')).toBe(0);
  });

  it('a redirect that is followed is counted', async () => {
    await fetch(`${sandbox.url}/_sandbox/elsewhere`);
    expect(await sandbox.api.inspect('stats')).toMatchObject({ redirects_followed: 1 });
  });
});

describe('faults after the effect', () => {
  it('error after the effect', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'error', status: 503, after: 'effect', times: 1 });
    expect((await sandbox.api.create({ ref_id: 'error-after' })).status).toBe(503);
    expect(await sandbox.api.countByRefId('error-after')).toBe(1);
  });

  it('reset-after', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'reset-after', times: 1 });
    await expect(sandbox.api.post({ ...validBody, ref_id: 'reset-after' })).rejects.toThrow(BROKEN);
    expect(await sandbox.api.countByRefId('reset-after')).toBe(1);
  });

  it('cut-body announces more bytes than it sends', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'cut-body', times: 1 });
    const response = await sandbox.api.post({ ...validBody, ref_id: 'cut' });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(BROKEN);
    expect(await sandbox.api.countByRefId('cut')).toBe(1);
  });

  it('malformed-json answers in full with invalid JSON', async () => {
    await sandbox.api.addFault({ on: 'create', kind: 'malformed-json', times: 1 });
    const response = await sandbox.api.post({ ...validBody, ref_id: 'malformed' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(await sandbox.api.countByRefId('malformed')).toBe(1);
  });

  it('huge-body is as large as given and still JSON', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'huge-body', bytes: 6_000_000, times: 1 });
    const page = await listJson();
    expect(page.items).toHaveLength(20);
    expect(String(page.padding)).toHaveLength(6_000_000);
  });

  it('latency after the effect: the transfer exists before the answer arrives', async () => {
    await sandbox.api.addFault({
      on: 'create',
      kind: 'latency',
      ms: 60_000,
      after: 'effect',
      match: { ref_id: 'slow' },
    });
    const abort = new AbortController();
    const body = JSON.stringify({ ...validBody, ref_id: 'slow' });
    const headers = { authorization: `Bearer ${sandbox.api.token}`, 'content-type': 'application/json' };
    const answer = fetch(`${sandbox.url}/v2/transfer/crypto-withdrawals`, {
      method: 'POST',
      headers,
      body,
      signal: abort.signal,
    });
    await expect.poll(() => sandbox.api.countByRefId('slow')).toBe(1);
    abort.abort();
    await expect(answer).rejects.toThrow('aborted');
  });
});

describe('faults of pages and records', () => {
  it('cursor-loop: a page points at itself', async () => {
    const { next_page_cursor: second } = await listJson();
    await sandbox.api.addFault({ on: 'list', kind: 'cursor-loop' });
    expect((await listJson(`&page_cursor=${String(second)}`)).next_page_cursor).toBe(second);
  });

  it('never-empty-cursor: the last page has a cursor to an empty page, which has a cursor too', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'never-empty-cursor' });
    const last = (await (await sandbox.api.get('/v2/transfer/transfers?limit=1000')).json()) as Record<string, unknown>;
    expect(last.next_page_cursor).not.toBe('');
    const behind = await listJson(`&page_cursor=${String(last.next_page_cursor)}`);
    expect(behind.items).toEqual([]);
    expect(behind.next_page_cursor).not.toBe('');
  });

  it('empty-pages: pages without records come before each page, and every record is still listed', async () => {
    const records = await sandbox.api.walk(100);
    await sandbox.api.addFault({ on: 'list', kind: 'empty-pages', in_a_row: 2 });
    const first = await listJson();
    expect(first.items).toEqual([]);
    const second = await listJson(`&page_cursor=${encodeURIComponent(String(first.next_page_cursor))}`);
    expect(second.items).toEqual([]);
    expect(second.next_page_cursor).not.toBe(first.next_page_cursor);
    expect(await sandbox.api.walk(100)).toEqual(records);
  });

  it('poisoned-items: null, a number and an item without an id among the valid items', async () => {
    const before = await listJson();
    await sandbox.api.addFault({ on: 'list', kind: 'poisoned-items', times: 1 });
    expect((await listJson()).items).toEqual([
      null,
      42,
      ...(before.items as unknown[]),
      { status: 'PENDING', amount: '1' },
    ]);
  });

  it('unknown-enums, nil-uuids and missing-fields alter every record of a list, and a single record', async () => {
    const { body: created } = await sandbox.api.create({ ref_id: 'bent' });
    const cases = [
      [
        { kind: 'unknown-enums' },
        { type: 'LIGHTNING_WITHDRAWAL', status: 'UNDER_REVIEW', crypto_network: 'AVALANCHE' },
      ],
      [
        { kind: 'nil-uuids' },
        { identity_id: '00000000-0000-0000-0000-000000000000', account_id: '00000000-0000-0000-0000-000000000000' },
      ],
    ] as const;
    for (const [fault, expected] of cases) {
      const { id } = await sandbox.api.addFault({ ...fault });
      expect(await sandbox.api.transfer(created.id)).toMatchObject({ id: created.id, ...expected });
      for (const item of (await listJson()).items as unknown[]) expect(item).toMatchObject(expected);
      await fetch(`${sandbox.url}/_sandbox/faults/${String(id)}`, { method: 'DELETE' });
    }
    await sandbox.api.addFault({ kind: 'missing-fields', fields: ['updated_at', 'fee'] });
    const { updated_at: _updated, fee: _fee, ...rest } = created;
    expect(await sandbox.api.transfer(created.id)).toEqual(rest);
  });
});

// Makes a hundred calls, of which three in ten are to fail, to a sandbox of their own.
async function throttleShare(): Promise<number[]> {
  const run = await startForTest({ transfers: 1 });
  await run.api.addFault({ on: 'list', kind: 'throttle', share: 0.3 });
  const statuses: number[] = [];
  for (let call = 0; call < 100; call += 1) statuses.push((await run.api.get('/v2/transfer/transfers')).status);
  await run.remove();
  return statuses;
}

describe('the fault plan', () => {
  it('limits a rule to a reference or a transfer', async () => {
    const { body: one } = await sandbox.api.create();
    const { body: other } = await sandbox.api.create();
    await sandbox.api.addFault({ on: 'get', kind: 'error', status: 503, match: { id: one.id } });
    await sandbox.api.addFault({ on: 'create', kind: 'error', status: 502, match: { ref_id: 'only-this' } });
    expect((await sandbox.api.get(`/v2/transfer/transfers/${one.id}`)).status).toBe(503);
    expect((await sandbox.api.get(`/v2/transfer/transfers/${other.id}`)).status).toBe(200);
    expect((await sandbox.api.create({ ref_id: 'only-this' })).status).toBe(502);
    expect((await sandbox.api.create({ ref_id: 'not-this' })).status).toBe(200);
  });

  it('affects a share of the calls, the same ones for the same seed and rule', async () => {
    const first = await throttleShare();
    const affected = first.filter((status) => status === 429).length;
    expect(affected).toBeGreaterThan(15);
    expect(affected).toBeLessThan(45);
    expect(await throttleShare()).toEqual(first);
  });

  it('lists rules with their counts, and deletes them', async () => {
    const { id } = await sandbox.api.addFault({ on: 'list', kind: 'throttle', times: 1 });
    await list();
    await list();
    const listed = async () => (await sandbox.api.inspect('faults')).items;
    expect(await listed()).toEqual([expect.objectContaining({ id, kind: 'throttle', on: 'list', times: 1, hits: 1 })]);
    expect((await fetch(`${sandbox.url}/_sandbox/faults/${String(id)}`, { method: 'DELETE' })).status).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await fetch(`${sandbox.url}/_sandbox/faults/${String(id)}`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each([
    [{ kind: 'nothing-known' }],
    [{ on: 'list' }],
    [{ kind: 'throttle', on: 'elsewhere' }],
    [{ kind: 'throttle', times: 1, share: 0.5 }],
    [{ kind: 'throttle', seconds: 1 }],
  ])('rejects the rule %j', async (rule) => {
    expect(await sandbox.api.addFault(rule)).toMatchObject({ status: 400 });
  });

  it('covers the token route, with OAuth errors', async () => {
    await sandbox.api.addFault({ on: 'token', kind: 'error', status: 503, times: 1 });
    const response = await sandbox.api.requestToken();
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'server_error', error_description: expect.any(String) },
    ]);
    await sandbox.api.addFault({ on: 'token', kind: 'malformed-json', times: 1 });
    await expect((await sandbox.api.requestToken()).json()).rejects.toThrow(SyntaxError);
    await sandbox.api.addFault({ on: 'token', kind: 'missing-fields', fields: ['expires_in'], times: 1 });
    expect(await (await sandbox.api.requestToken()).json()).not.toHaveProperty('expires_in');
  });

  it('expires tokens at the next call with `times`', async () => {
    await sandbox.api.page();
    await sandbox.api.addFault({ on: 'get', kind: 'expire-tokens', times: 1 });
    expect((await list())?.status).toBe(200);
    expect((await sandbox.api.get('/v2/transfer/transfers/any')).status).toBe(401);
    sandbox.api.token = undefined;
    expect((await list())?.status).toBe(200);
  });

  it('counts calls by operation and ending', async () => {
    const run = await startForTest({ transfers: 3 });
    await run.api.create({ ref_id: 'counted' });
    await run.api.create({ ref_id: 'counted' });
    await run.api.page();
    await run.api.get('/v2/transfer/transfers/unknown');
    await run.api.addFault({ on: 'list', kind: 'reset-before', times: 1 });
    await run.api.get('/v2/transfer/transfers').catch(() => undefined);
    expect(await run.api.inspect('stats')).toEqual({
      requests: { token: { 200: 1 }, create: { 200: 1, 409: 1 }, list: { 200: 1, reset: 1 }, get: { 404: 1 } },
      creates_executed: 1,
      tokens_issued: 1,
      redirects_followed: 0,
      history_size: 3,
      created_size: 1,
    });
    await run.remove();
  });

  it('stops at once, and listens on a loopback address only', async () => {
    expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
    // Neither kept-alive connections nor long answers delay the stop.
    const run = await startForTest({ transfers: 0 });
    await run.api.addFault({ kind: 'latency', ms: 60_000 });
    const open = request(`${run.url}/v2/transfer/transfers`).on('error', () => undefined);
    open.end();
    await expect
      .poll(async () => (await run.api.inspect('faults')).items)
      .toEqual([expect.objectContaining({ hits: 1 })]);
    await run.remove();
  });
});
