import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { encode } from 'next-auth/jwt';
import type { RequestContext } from '@/lib/server/runtime/host';
import { createRequestGuard } from '@/server/request-guard.mjs';

const OWN = new URL('https://console.example');
const SESSION_COOKIE = '__Host-countersign.session';
const SECRET = 'a-secret-of-one-test-and-long-enough';
const opened: { close: () => void }[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

/** Starts a server behind the guard that answers with the request it received. */
async function open({
  proxyHops = 0,
  isStopping = false,
  status = 200,
  hasActed = false,
  setCookie = [] as string[],
  scimToken = undefined as string | undefined,
  warn = (_words: string): void => undefined,
} = {}) {
  const requests = new AsyncLocalStorage<RequestContext>();
  const host = {
    requests,
    reportStarted: () => undefined,
    isStopping,
    stop: async () => undefined,
    task: 'serve' as const,
  };
  const guard = createRequestGuard({
    host,
    ownAddress: OWN,
    proxyHops,
    sessionCookie: SESSION_COOKIE,
    sessionSecret: SECRET,
    budgetFactor: 1,
    scimToken,
    warn,
    answer: async ({ headers }, response) => {
      const context = requests.getStore();
      if (context && hasActed) context.awaitsAction = false;
      response.statusCode = status;
      if (setCookie.length > 0) response.setHeader('set-cookie', setCookie);
      response.end(JSON.stringify({ headers, id: context?.id }));
    },
  });
  const server = createServer(guard).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  return async (headers: Record<string, string>, method = 'GET', path = '/') => {
    const asked = request({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method,
      path,
      headers: { host: OWN.host, ...headers },
    }).end();
    const [answer] = (await once(asked, 'response')) as [
      AsyncIterable<Buffer> & { headers: IncomingHttpHeaders; statusCode: number },
    ];
    let text = '';
    for await (const chunk of answer) text += chunk.toString();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      seen: JSON.parse(text) as { headers: Record<string, string>; id: string },
    };
  };
}

describe('the request guard', () => {
  it('clears the browser’s storage with the answer that deletes the session cookie, and with no other', async () => {
    const cookie = `${SESSION_COOKIE}=${await encode({ token: { sid: 'one' }, secret: SECRET })}`;
    const fromHere = { origin: OWN.origin, 'sec-fetch-site': 'same-origin', 'content-length': '0', cookie };
    const deleted = `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=lax`;
    const ask = await open({ setCookie: ['a=b', deleted] });
    expect((await ask(fromHere, 'POST')).headers['clear-site-data']).toBe('"storage"');
    expect((await ask({})).headers['clear-site-data']).toBeUndefined();
    const others = await open({ setCookie: [`${SESSION_COOKIE}=x; Path=/`] });
    expect((await others(fromHere, 'POST')).headers['clear-site-data']).toBeUndefined();
  });

  it('refuses a foreign Host before anything else, with the health routes as the only exception', async () => {
    const ask = await open();
    const refused = await ask({ host: 'evil.example' }, 'GET', '/api/metrics');
    expect(refused.status).toBe(421);
    expect(JSON.stringify(refused.seen)).not.toContain(OWN.host);
    expect((await ask({ host: '10.0.0.9:3000' }, 'GET', '/api/health/live')).status).toBe(200);
    expect((await ask({}, 'GET', '/api/auth/../metrics')).status).toBe(400);
    expect((await ask({ host: 'evil.example' }, 'GET', '/api/health/../metrics')).status).toBe(400);
  });

  it('lets in the company’s directory by its token alone, without cookies, and with no session', async () => {
    const [token, path] = ['a-token-of-one-test-and-long-enough', '/scim/v2/Users/x'];
    const ask = await open({ scimToken: token });
    const own = { authorization: `Bearer ${token}`, 'content-length': '0' };
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, seen } = await ask({ ...own, cookie: `${SESSION_COOKIE}=x`, 'next-action': 'x' }, method, path);
      expect([method, status]).toEqual([method, 200]);
      expect(seen.headers).not.toHaveProperty('cookie');
      expect(seen.headers).not.toHaveProperty('next-action');
    }
    const refusals = await Promise.all([
      ask({ ...own, authorization: `Bearer ${token}x` }, 'PATCH', path),
      ask({ cookie: `${SESSION_COOKIE}=x`, 'content-length': '0' }, 'PATCH', path),
      ask({ ...own, 'content-length': '65537' }, 'PATCH', path),
      ask({ authorization: own.authorization, 'transfer-encoding': 'chunked' }, 'PATCH', path),
      ask(own, 'OPTIONS', path),
      ask({ ...own, host: 'evil.example' }, 'PATCH', path),
      // No other route takes the token, or these methods.
      ask(own, 'PATCH', '/api/proposals'),
      ask(own, 'POST', '/api/proposals'),
      (await open())(own, 'PATCH', path),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 413, 411, 405, 421, 405, 403, 404]);
    expect(refusals[0]).toMatchObject({
      headers: { 'content-type': 'application/scim+json', 'www-authenticate': 'Bearer' },
      seen: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' },
    });
  });

  it('lets the identity provider post a logout token, which no page of the console sends', async () => {
    const ask = await open();
    expect((await ask({ 'content-length': '0' }, 'POST', '/api/auth/back-channel-logout')).status).toBe(200);
    expect((await ask({ 'content-length': '0' }, 'POST', '/api/auth/signout')).status).toBe(403);
  });

  it('gives every request its own id, in the answer and in the request context', async () => {
    const ask = await open();
    const [first, second] = [await ask({ 'x-request-id': 'mine' }), await ask({})];
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
    expect(first.seen).toMatchObject({
      id: first.headers['x-request-id'],
      headers: { 'x-request-id': first.headers['x-request-id'] },
    });
    expect(second.seen.id).not.toBe(first.seen.id);
  });

  it('drops internal headers of callers', async () => {
    const ask = await open();
    const inbound = [
      'content-security-policy',
      'x-nonce',
      'x-middleware-subrequest',
      'x-countersign-path',
      'x-forwarded-for',
      'forwarded',
      'x-original-url',
    ];
    const { seen } = await ask(Object.fromEntries(inbound.map((name) => [name, 'evil.example'])));
    expect(inbound.filter((name) => name in seen.headers)).toEqual([]);
  });

  it('sets the configured address, whatever the caller sends', async () => {
    const ask = await open();
    const { seen } = await ask({
      host: `${OWN.host.toUpperCase()}:443`,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '1',
    });
    expect(seen.headers).toMatchObject({
      host: OWN.host,
      'x-forwarded-host': OWN.host,
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    });
  });

  it.each([
    [0, '10.0.0.9, 10.0.0.8', '127.0.0.1'],
    [1, '10.0.0.9, 10.0.0.8', '10.0.0.8'],
    [2, '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    // Fewer entries than proxies: the caller bypassed a proxy.
    [3, '10.0.0.9, 10.0.0.8', '127.0.0.1'],
    [1, 'somewhere', '127.0.0.1'],
  ])('with %s proxies and %j, the caller is at %s', async (proxyHops, forwarded, address) => {
    const ask = await open({ proxyHops });
    expect(
      (await ask({ 'x-forwarded-for': forwarded, 'x-countersign-address': '10.9.9.9' })).seen.headers[
        'x-countersign-address'
      ],
    ).toBe(address);
  });

  it('adds security headers to every answer, and closes connections while it stops', async () => {
    const { headers } = await (await open({ isStopping: true }))({});
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      connection: 'close',
    });
  });

  it('puts files that somebody uploaded into a sandbox', async () => {
    const ask = await open();
    const file = await ask({}, 'GET', '/api/withdrawals/1/attachments/2');
    expect(file.headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox$/);
    const other = await ask({}, 'GET', '/api/withdrawals/1');
    expect(other.headers['content-security-policy']).not.toContain('sandbox');
  });

  it.each([
    ['/api/transfers', 'private, no-store'],
    ['/api/transfers/export', 'private, no-store, no-transform'],
    ['/api/audit/export?x=1', 'private, no-store, no-transform'],
    ['/api/transfers?x=/api/audit/export', 'private, no-store'],
    ['/_next/static/x.js', undefined],
  ])('answers %s with the cache control %s', async (path, cache) => {
    expect((await (await open())({}, 'GET', path)).headers['cache-control']).toBe(cache);
  });

  it('warns once about a proxy that CONSOLE_PROXY_HOPS does not count', async () => {
    const warn = vi.fn<(words: string) => void>();
    const [uncounted, counted] = [await open({ warn }), await open({ warn, proxyHops: 1 })];
    for (const ask of [counted, uncounted, uncounted]) await ask({ 'x-forwarded-for': '10.0.0.9' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('CONSOLE_PROXY_HOPS is 0')]]);
  });

  it.each([
    ['a call that reached no action', { 'next-action': 'x' }, false, 400],
    ['an unreadable form', { 'content-type': 'multipart/form-data; boundary=x' }, false, 400],
    ['an action that failed', { 'next-action': 'x' }, true, 500],
    ['another failed request', { 'content-type': 'application/json' }, false, 500],
  ])('answers %s with the status of a client or server error', async (_, headers, hasActed, status) => {
    const ask = await open({ status: 500, hasActed });
    const cookie = `${SESSION_COOKIE}=${await encode({ token: { sid: 'one' }, secret: SECRET })}`;
    const fromHere = { origin: OWN.origin, 'sec-fetch-site': 'same-origin', 'content-length': '0', cookie };
    expect((await ask({ ...fromHere, ...headers }, 'POST')).status).toBe(status);
    expect((await ask(headers)).status).toBe(500);
  });
});
