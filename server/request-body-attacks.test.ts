import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { encode } from 'next-auth/jwt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '@/lib/server/runtime/host';
import { createByteBudget } from '@/server/byte-budget.mjs';
import { createRequestGuard } from '@/server/request-guard.mjs';
import { createSessionCheck } from '@/server/session-cookie.mjs';

const OWN = new URL('https://console.example');
const SESSION_COOKIE = '__Host-countersign.session';
const SECRET = 'a-secret-of-one-test-and-long-enough';
// The budgets of bytes are not refilled while a test runs.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
const opened: { close: () => void }[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

const readAll = (incoming: IncomingMessage): Promise<unknown> => once(incoming.resume(), 'end');

/** Starts a guard whose console reads the body by `read`, all of it by default; `reached` lists what it was asked. */
async function open(read = readAll) {
  const reached: string[] = [];
  const guard = createRequestGuard({
    host: {
      requests: new AsyncLocalStorage<RequestContext>(),
      reportStarted: () => undefined,
      isStopping: false,
      stop: async () => undefined,
      task: 'serve',
    },
    ownAddress: OWN,
    proxyHops: 0,
    sessionCookie: SESSION_COOKIE,
    sessionSecret: SECRET,
    budgetFactor: 1,
    warn: () => undefined,
    answer: async (incoming, response) => {
      reached.push(`${incoming.method} ${incoming.url}`);
      await read(incoming);
      response.end('{}');
    },
  });
  const server = createServer(guard).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  // One connection, as a proxy shares it among people.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  opened.push({ close: () => agent.destroy() });
  const send = async (path: string, bytes: number, headers: Record<string, string>, isHeadOnly: boolean) => {
    const asked = request({
      agent: isHeadOnly ? false : agent,
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: {
        host: OWN.host,
        origin: OWN.origin,
        'sec-fetch-site': 'same-origin',
        'content-length': String(bytes),
        ...headers,
      },
    });
    asked.on('error', () => undefined);
    if (isHeadOnly) asked.flushHeaders();
    else asked.end(Buffer.alloc(bytes, ' '));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    if (isHeadOnly) asked.destroy();
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  return {
    reached,
    post: (path: string, bytes: number, headers: Record<string, string>) => send(path, bytes, headers, false),
    /** Posts the head alone: an answer then shows that no byte of the body was waited for. */
    postHead: (path: string, bytes: number, headers: Record<string, string>) => send(path, bytes, headers, true),
  };
}

describe('a body that the console answers without reading it', () => {
  it.each([70_000, 1_000_000, 10_000_000])('of %i bytes delays no later request', async (bytes) => {
    // As Next hands it on: read to the first bytes, and never again.
    const { post } = await open(async (incoming) => {
      if (incoming.url === FILES) await Readable.toWeb(incoming).getReader().read();
    });
    const cookie = `${SESSION_COOKIE}=${await sign({ sid: 'a-session' })}`;
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await post(FILES, bytes, { cookie })).status).toBe(200);
      expect((await post('/api/withdrawals/batches', 2, { cookie })).status).toBe(200);
    }
  });
});

const FILES = '/api/withdrawals/attachments';
const ACTION = { 'next-action': '0'.repeat(42), 'content-type': 'text/plain;charset=UTF-8' };
const plain = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const sign = (token: object, secret = SECRET, maxAge?: number) =>
  encode({ token: token as Record<string, unknown>, secret, ...(maxAge !== undefined && { maxAge }) });

describe('a body without a session', () => {
  it('of a megabyte to the import is refused before one byte is read', async () => {
    const { postHead, reached } = await open();
    for (const headers of [ACTION, FORM]) {
      expect(await postHead('/withdrawals/import', 1_000_000, headers)).toMatchObject({ status: 413 });
      expect((await postHead('/withdrawals/import', 60_000, headers)).status).toBe(headers === ACTION ? 401 : 303);
    }
    for (const path of ['/api/withdrawals/batches', '/api/proposals', '/api/transfers/lookup'])
      expect(await postHead(path, 200_000, { 'content-type': 'application/json' })).toMatchObject({ status: 401 });
    expect(reached).toEqual([]);
  });

  it('gets the failure that the action itself would return, so that the page explains it', async () => {
    const { post } = await open();
    const { headers, text } = await post('/withdrawals/new', 100, ACTION);
    expect(headers['content-type']).toBe('text/x-component');
    expect(text).toBe('0:{"a":"$@1","i":false}\n1:{"ok":false,"error":{"kind":"signed-out"}}\n');
    const tooLarge = await post('/withdrawals/new', 70_000, ACTION);
    expect(tooLarge.text).toBe('0:{"a":"$@1","i":false}\n1:{"ok":false,"error":{"kind":"too-large"}}\n');
    expect((await post('/', 100, FORM)).headers.location).toBe('/sign-in');
    const ofRoute = await post('/api/proposals', 100, { 'content-type': 'application/json' });
    expect(JSON.parse(ofRoute.text)).toMatchObject({
      error: { kind: 'signed-out', title: 'Your session has ended', detail: 'Nothing was saved and nothing was sent.' },
    });
  });

  it('takes the link that ends digests from anybody, and no body with it', async () => {
    const { post, reached } = await open();
    expect((await post('/api/unsubscribe?token=x', 0, {})).status).toBe(200);
    expect((await post('/api/unsubscribe?token=x', 1, {})).status).toBe(401);
    expect((await post('/api/unsubscribe', 0, {})).status).toBe(401);
    expect((await post('/api/unsubscribes?token=x', 0, {})).status).toBe(401);
    expect(reached).toEqual(['POST /api/unsubscribe?token=x']);
  });

  it('reaches the sign-in only, within the budget of its address', async () => {
    const { post, reached } = await open();
    const statuses: unknown[] = [];
    for (let index = 0; index < 70; index += 1) statuses.push((await post('/api/auth/signin/oidc', 16_000, {})).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(reached)).toEqual(new Set(['POST /api/auth/signin/oidc']));
    // The budget of an address is not that of a session.
    const cookie = `${SESSION_COOKIE}=${await sign({ sid: 'one' })}`;
    expect((await post('/api/proposals', 16_000, { cookie })).status).toBe(200);
  });
});

describe('a session', () => {
  it('may send 64 MB of files a minute, beside everything else', async () => {
    const { postHead, post } = await open();
    const cookie = `${SESSION_COOKIE}=${await sign({ sid: 'one' })}`;
    const path = '/api/withdrawals/attachments';
    const statuses: unknown[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await post(path, 10 * 1024 * 1024, { cookie })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await post('/api/proposals', 16_000, { cookie })).status).toBe(200);
    // Refused by its length alone.
    expect((await postHead(path, 11 * 1024 * 1024, { cookie })).status).toBe(413);
    expect((await postHead(path, 100_000, {})).status).toBe(401);
  });

  it('may send 16 MB a minute, and small bodies always', async () => {
    const { post } = await open();
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (sid) => `${SESSION_COOKIE}=${await sign({ sid })}`),
    );
    const sendAs = async (bytes: number, cookie = one ?? '') =>
      (await post('/api/proposals', bytes, { cookie })).status;
    const statuses: unknown[] = [];
    for (let index = 0; index < 18; index += 1) statuses.push(await sendAs(1024 * 1024));
    expect(statuses.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect(await sendAs(1_000)).toBe(200);
    expect(await sendAs(1024 * 1024, other)).toBe(200);
    const { text, headers } = await post('/status', 60_000, { ...ACTION, cookie: one ?? '' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('1:{"ok":false,"error":{"kind":"too-many"');
  });

  it('is shown by a cookie that this console issued and that is not too old', async () => {
    const readSession = createSessionCheck(SECRET, SESSION_COOKIE);
    const token = await sign({ sid: 'one' });
    const cookie = (value: string) => readSession(`a=b; ${SESSION_COOKIE}=${value}; c=d`);
    expect(cookie(token)).toBe('one');
    expect(
      createSessionCheck(SECRET, SESSION_COOKIE, () => Date.now() + 31 * 86_400_000)(`${SESSION_COOKIE}=${token}`),
    ).toBeUndefined();
    const [header = '', , iv = '', text = '', tag = ''] = token.split('.');
    const forgeries = [
      '',
      'x',
      await sign({ sid: 'one' }, `${SECRET}x`),
      await sign({ sid: 'one' }, SECRET, -60),
      await sign({ sid: 1 }),
      await sign({}),
      `${plain({ alg: 'none' })}.${plain({ sid: 'one', exp: 9e9 })}.`,
      `${plain({ alg: 'dir', enc: 'A256GCM', x: 1 })}..${iv}.${text}.${tag}`,
      `${header}..${iv}.${text.slice(0, -4)}AAAA.${tag}`,
      `${header}..${iv}.${text}.${tag.slice(0, 4)}`,
      `${header}..${iv}.${text}.`,
      `${header}.x.${iv}.${text}.${tag}`,
      `${token}.x`,
      '....',
    ];
    expect(forgeries.filter((forged) => cookie(forged) !== undefined)).toEqual([]);
    expect(readSession(undefined)).toBeUndefined();
    expect(readSession(`x${SESSION_COOKIE}=${token}`)).toBeUndefined();
  });
});

it('a budget is refilled evenly, and holds a bounded number of keys', () => {
  let nowS = 0;
  const spend = createByteBudget(60_000, () => nowS);
  expect(spend('one', 60_000)).toBeUndefined();
  expect(spend('one', 1_000)).toBe(1);
  expect(spend('one', 30_000)).toBe(30);
  nowS = 30;
  expect(spend('one', 30_000)).toBeUndefined();
  expect(spend('one', 1)).toBe(1);
  for (let index = 0; index < 20_000; index += 1) expect(spend(`key ${index}`, 1_000)).toBeUndefined();
});
