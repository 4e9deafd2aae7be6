import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { readText } from '@/lib/mirror/record-members';
import { database } from '@/lib/server/database/client';
import { readBudget } from '@/lib/server/database/schema/mirror';
import { parseRetryAfter } from '@/lib/server/transfer-service/problems';
import { getTransfer, listRecords, postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { readPages } from '@/lib/server/transfer-service/read-pages';
import { getToken } from '@/lib/server/transfer-service/token';
import { VALID_BODY } from '@/sandbox/testing/api-client';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
setUpTestDatabase({ SEND_TIMEOUT_MS: 1500, TRANSFER_SERVICE_READS_PER_SECOND: 1_000_000 });
beforeAll(async () => {
  sandbox = await startForTest({ transfers: 25 });
});
beforeEach(() => changeSettings({ TRANSFER_SERVICE_URL: sandbox.url, TRANSFER_SERVICE_AUTH_URL: sandbox.url }));
afterEach(async () => {
  // A pause that the service asked for in one test does not delay the next.
  await database().update(readBudget).set({ throttledUntil: null });
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});
afterAll(() => sandbox.remove());

const bytesOf = (refId: string, change = {}) => JSON.stringify({ ref_id: refId, ...VALID_BODY, ...change });
const notStopped = () => Promise.resolve(false);
const post = (refId: string, change = {}, isStopped = notStopped) =>
  postWithdrawal(
    { bytes: bytesOf(refId, change), refId, postBy: performance.now() + 60_000 },
    { isStopped, isOurs: () => Promise.resolve(true) },
  );
const tokensIssued = async () => Number((await sandbox.api.inspect('stats')).tokens_issued);

describe('token', () => {
  it('is fetched once for concurrent callers, and again after it was revoked', async () => {
    await sandbox.api.addFault({ on: 'token', kind: 'latency', ms: 50 });
    const before = await tokensIssued();
    const tokens = await Promise.all(Array.from({ length: 50 }, getToken));
    expect(new Set(tokens.map((token) => token.ok && token.value)).size).toBe(1);
    expect((await tokensIssued()) - before).toBe(1);

    await sandbox.api.addFault({ on: 'any', kind: 'expire-tokens' });
    sandbox.api.token = undefined;
    const reads = await Promise.all(Array.from({ length: 20 }, () => listRecords({ limit: 5 })));
    expect(reads.every((read) => read.ok)).toBe(true);
    expect((await tokensIssued()) - before).toBe(2);
  });
});

describe('reads', () => {
  it('walk to the end, also through pages without records', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'empty-pages', in_a_row: 2 });
    const ids: unknown[] = [];
    const end = await readPages({
      limit: 10,
      maxPages: 100,
      visit: ({ items }) => ids.push(...items.map((item) => readText(item, 'id'))) > 0 || items.length === 0,
    });
    expect(end).toEqual({ kind: 'end', isStated: true });
    expect(new Set(ids).size).toBe(25);
  });

  it.each(['never-empty-cursor', 'empty-pages'])('prove nothing where the list has no end: %s', async (kind) => {
    await sandbox.api.addFault({ on: 'list', kind, ...(kind === 'empty-pages' && { in_a_row: 1000 }) });
    const plan = { limit: 100, maxPages: 1000, visit: () => true };
    expect(await readPages(plan)).toMatchObject({ kind: 'no-end' });
    changeSettings({ TRANSFER_SERVICE_EMPTY_PAGE_ENDS: 'on' });
    expect(await readPages(plan)).toEqual({ kind: 'end', isStated: false });
  });

  it('are repeated after 429, 5xx and resets', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', retry_after: 0, times: 1 });
    await sandbox.api.addFault({ on: 'list', kind: 'error', status: 503, times: 1 });
    await sandbox.api.addFault({ on: 'list', kind: 'reset-before', times: 1 });
    expect(await listRecords({ limit: 5 })).toMatchObject({ ok: true });
  });

  it('end within the time limit, with the last problem', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', retry_after: 600 });
    expect(await listRecords({ limit: 5 })).toMatchObject(
      failure('problem', { problem: { status: 429, retryAfterMs: 600_000, isReadable: true } }),
    );
  });

  it.each(['malformed-json', 'huge-body', 'cut-body'])('fail on %s without a crash', async (kind) => {
    await sandbox.api.addFault({ on: 'list', kind });
    expect((await listRecords({ limit: 5 })).ok).toBe(false);
  });

  it.each(['unknown-enums', 'missing-fields', 'nil-uuids', 'poisoned-items'])('lose no row to %s', async (kind) => {
    const calm = await listRecords({ limit: 20 });
    await sandbox.api.addFault({ on: 'list', kind });
    const page = await listRecords({ limit: 20 });
    if (!page.ok || !calm.ok) throw new Error('both pages must be readable');
    expect(page.value.items.length).toBeGreaterThanOrEqual(calm.value.items.length);
  });

  it('keep status, type, title, detail and meta of a problem', async () => {
    expect(await getTransfer('nobody')).toMatchObject(
      failure('problem', { problem: { status: 404, type: 'not-found', isReadable: true } }),
    );
  });

  it.each(['..', '.', '', '../tokens', 'a/b', 'a\\..\\b', 'a\0'])('are not sent for the id %j', async (id) => {
    const before = (await sandbox.api.inspect('stats')) as { requests?: unknown };
    expect(await getTransfer(id)).toMatchObject(failure('problem', { problem: { status: 400 } }));
    expect(await sandbox.api.inspect('stats')).toEqual(before);
  });

  it('follow no redirect', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'redirect', times: 1 });
    expect(await listRecords({ limit: 5 })).toMatchObject({ ok: false, error: { problem: { status: 302 } } });
    expect((await sandbox.api.inspect('stats')).redirects_followed).toBe(0);
  });
});

describe('creating a withdrawal', () => {
  it('is posted once, with these bytes, and the reference as idempotency key', async () => {
    expect(await post('once-1')).toMatchObject({
      kind: 'accepted-body',
      transfer: { ref_id: 'once-1', status: 'PENDING' },
    });
    expect(await sandbox.api.inspect('transfers?ref_id=once-1')).toMatchObject({
      count: 1,
      idempotency_keys: ['once-1'],
    });
  });

  // The observation, and the number of transfers at the service afterwards.
  it.each([
    ['reset-after', {}, { kind: 'lost' }, 1],
    ['cut-body', {}, { kind: 'lost' }, 1],
    ['huge-body', {}, { kind: 'lost' }, 1],
    ['malformed-json', {}, { kind: 'unreadable-body' }, 1],
    ['latency', { ms: 4000, after: 'effect' }, { kind: 'lost' }, 1],
    ['error', { status: 504, after: 'effect' }, { kind: 'problem', problem: { status: 504 } }, 1],
    ['reset-before', {}, { kind: 'lost' }, 0],
    ['error', { status: 500 }, { kind: 'problem', problem: { status: 500 } }, 0],
    ['throttle', { retry_after: 3 }, { kind: 'problem', problem: { status: 429, retryAfterMs: 3000 } }, 0],
    ['redirect', {}, { kind: 'problem', problem: { status: 302 } }, 0],
  ] as const)('is never repeated after %s %j', async (kind, parameters, seen, count) => {
    const refId = `fault-${kind}-${count}-${JSON.stringify(parameters).length}`;
    await sandbox.api.addFault({ on: 'create', kind, ...parameters, match: { ref_id: refId } });
    expect(await post(refId)).toMatchObject(seen);
    expect(await sandbox.api.countByRefId(refId)).toBe(count);
    expect((await sandbox.api.inspect('stats')).redirects_followed).toBe(0);
  });

  it('returns the existing transfer where the reference is taken', async () => {
    await post('taken-1');
    expect(await post('taken-1')).toMatchObject({
      kind: 'problem',
      problem: { status: 409, type: 'already-exists' },
      existing: { ref_id: 'taken-1' },
    });
  });

  it('counts as not sent where the connection is refused', async () => {
    await getToken();
    changeSettings({ TRANSFER_SERVICE_URL: 'http://127.0.0.1:1' });
    expect(await post('nobody-1')).toEqual({ kind: 'not-sent', cause: 'ECONNREFUSED' });
  });
});

it('parses Retry-After as seconds or as a date', () => {
  expect(parseRetryAfter('3')).toBe(3000);
  expect(parseRetryAfter('Wed, 21 Oct 2026 07:28:05 GMT', Date.parse('2026-10-21T07:28:00Z'))).toBe(5000);
  expect(parseRetryAfter('soon')).toBeUndefined();
  expect(parseRetryAfter('999999999')).toBe(900_000);
});
