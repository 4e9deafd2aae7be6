import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';
import { database } from '@/lib/server/database/client';
import { readBudget } from '@/lib/server/database/schema/mirror';
import { parseRetryAfter } from '@/lib/server/transfer-service/problems';
import { getTransfer, listTransfers, postWithdrawal } from '@/lib/server/transfer-service/endpoints';
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
    const reads = await Promise.all(Array.from({ length: 20 }, () => listTransfers(undefined, 5)));
    expect(reads.every((read) => read.ok)).toBe(true);
    expect((await tokensIssued()) - before).toBe(2);
  });
});

describe('reads', () => {
  it('walk to the end, where the cursor is null', async () => {
    const ids: unknown[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await listTransfers(cursor, 10);
      if (!page.ok) throw new Error('the page must be readable');
      ids.push(...page.value.items.map(({ id }) => id));
      if (page.value.nextCursor === null) break;
      cursor = page.value.nextCursor;
    }
    expect(new Set(ids).size).toBe(25);
  });

  it('end at an empty page, even with a cursor', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'never-empty-cursor' });
    const last = await listTransfers(undefined, 100);
    if (!last.ok || last.value.nextCursor === null) throw new Error('the fault must keep a cursor');
    expect(await listTransfers(last.value.nextCursor, 100)).toMatchObject({
      ok: true,
      value: { items: [], nextCursor: null },
    });
  });

  it('are repeated after 429, 5xx and resets', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', retry_after: 0, times: 1 });
    await sandbox.api.addFault({ on: 'list', kind: 'error', status: 503, times: 1 });
    await sandbox.api.addFault({ on: 'list', kind: 'reset-before', times: 1 });
    expect(await listTransfers(undefined, 5)).toMatchObject({ ok: true });
  });

  it('end within the time limit, with the last problem', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'throttle', retry_after: 600 });
    expect(await listTransfers(undefined, 5)).toMatchObject({
      ok: false,
      error: { kind: 'problem', problem: { status: 429, retryAfterMs: 600_000, isReadable: true } },
    });
  });

  it.each(['malformed-json', 'huge-body', 'cut-body'])('fail on %s without a crash', async (kind) => {
    await sandbox.api.addFault({ on: 'list', kind });
    expect((await listTransfers(undefined, 5)).ok).toBe(false);
  });

  it.each(['unknown-enums', 'missing-fields', 'nil-uuids', 'poisoned-items'])('lose no row to %s', async (kind) => {
    const calm = await listTransfers(undefined, 20);
    await sandbox.api.addFault({ on: 'list', kind });
    const page = await listTransfers(undefined, 20);
    if (!page.ok || !calm.ok) throw new Error('both pages must be readable');
    expect(page.value.items.length).toBeGreaterThanOrEqual(calm.value.items.length);
  });

  it('keep status, type, title, detail and meta of a problem', async () => {
    expect(await getTransfer('nobody')).toMatchObject({
      ok: false,
      error: { kind: 'problem', problem: { status: 404, type: 'not-found', isReadable: true } },
    });
  });

  it.each(['..', '.', '', '../tokens', 'a/b', 'a\\..\\b', 'a\0'])('are not sent for the id %j', async (id) => {
    const before = (await sandbox.api.inspect('stats')) as { requests?: unknown };
    expect(await getTransfer(id)).toMatchObject({ ok: false, error: { kind: 'problem', problem: { status: 400 } } });
    expect(await sandbox.api.inspect('stats')).toEqual(before);
  });

  it('follow no redirect', async () => {
    await sandbox.api.addFault({ on: 'list', kind: 'redirect', times: 1 });
    expect(await listTransfers(undefined, 5)).toMatchObject({ ok: false, error: { problem: { status: 302 } } });
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
