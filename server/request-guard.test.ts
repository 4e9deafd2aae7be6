import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '@/lib/server/runtime/host';
import { openDoor } from '@/server/request-guard.mjs';

const OWN = new URL('https://console.example');
const opened: { close: () => void }[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

/** A server behind the door that answers what it was given. */
async function open({
  proxyHops = 0,
  isStopping = false,
  status = 200,
  hasActed = false,
  warn = (_words: string): void => undefined,
} = {}) {
  const requests = new AsyncLocalStorage<RequestContext>();
  const running = {
    requests,
    hasStarted: () => undefined,
    isStopping,
    stop: async () => undefined,
    task: 'serve' as const,
  };
  const door = openDoor({
    running,
    ownAddress: OWN,
    proxyHops,
    warn,
    answer: async ({ headers }, response) => {
      const context = requests.getStore();
      if (context && hasActed) context.awaitsAction = false;
      response.statusCode = status;
      response.end(JSON.stringify({ headers, id: context?.id }));
    },
  });
  const server = createServer(door).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  return async (headers: Record<string, string>, method = 'GET', path = '/') => {
    const asked = request({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method,
      path,
      headers,
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

describe('the door', () => {
  it('gives every request an id of its own, in the answer and within', async () => {
    const ask = await open();
    const [first, second] = [await ask({ 'x-request-id': 'mine' }), await ask({})];
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
    expect(first.seen).toMatchObject({
      id: first.headers['x-request-id'],
      headers: { 'x-request-id': first.headers['x-request-id'] },
    });
    expect(second.seen.id).not.toBe(first.seen.id);
  });

  it('drops what nobody outside may say', async () => {
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

  it('is at its own address, whatever it is called', async () => {
    const ask = await open();
    const { seen } = await ask({
      host: 'evil.example',
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
    // Fewer than there should be: somebody came past the proxies.
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

  it('says on every answer what a browser must not do with it, and closes connections while it stops', async () => {
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

  it.each([
    ['/api/transfers', 'private, no-store'],
    ['/api/transfers/export', 'private, no-store, no-transform'],
    ['/api/audit/export?x=1', 'private, no-store, no-transform'],
    ['/api/transfers?x=/api/audit/export', 'private, no-store'],
    ['/_next/static/x.js', undefined],
  ])('keeps what %s answers as %s says', async (path, cache) => {
    expect((await (await open())({}, 'GET', path)).headers['cache-control']).toBe(cache);
  });

  it('says once that it stands behind a proxy that nobody counted', async () => {
    const warn = vi.fn<(words: string) => void>();
    const [uncounted, counted] = [await open({ warn }), await open({ warn, proxyHops: 1 })];
    for (const ask of [counted, uncounted, uncounted]) await ask({ 'x-forwarded-for': '10.0.0.9' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('CONSOLE_PROXY_HOPS is 0')]]);
  });

  it.each([
    ['an action that could not be called', { 'next-action': 'x' }, false, 400],
    ['a form that could not be read', { 'content-type': 'multipart/form-data; boundary=x' }, false, 400],
    ['an action that failed', { 'next-action': 'x' }, true, 500],
    ['something else that failed', { 'content-type': 'application/json' }, false, 500],
  ])('answers %s with the status that says whose fault it is', async (_, headers, hasActed, status) => {
    const ask = await open({ status: 500, hasActed });
    const fromHere = { origin: OWN.origin, 'sec-fetch-site': 'same-origin', 'content-length': '0' };
    expect((await ask({ ...fromHere, ...headers }, 'POST')).status).toBe(status);
    expect((await ask(headers)).status).toBe(500);
  });
});
