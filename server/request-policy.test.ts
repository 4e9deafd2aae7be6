import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { findMisdirection, findRejection } from '@/server/request-policy.mjs';

const OWN = new URL('https://console.example');
const SAME = { origin: OWN.origin, 'sec-fetch-site': 'same-origin', 'content-length': '2' };

const statusOf = (method: string, url: string, headers: Record<string, string>) =>
  findRejection({ method, url, headers }, OWN)?.status;

describe('a POST request', () => {
  it('is allowed from a page of the console', () => {
    expect(statusOf('POST', '/withdrawals/new', SAME)).toBeUndefined();
  });

  it('cannot reach the log route of next-auth', () => {
    for (const url of ['/api/auth/_log', '/api/auth/_log?x=1', '/api/auth/_log/', '/api/auth/%5Flog'])
      expect(statusOf('POST', url, SAME)).toBe(404);
  });

  it.each([
    ['no origin', { origin: '' }],
    ['a null origin', { origin: 'null' }],
    ['another host', { origin: 'https://evil.example' }],
    ['another scheme', { origin: 'http://console.example' }],
    ['another port', { origin: 'https://console.example:444' }],
    ['a host that begins like ours', { origin: 'https://console.example.evil.example' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['nowhere', { 'sec-fetch-site': '' }],
  ])('is rejected from %s', (_, change) => {
    expect(statusOf('POST', '/withdrawals/new', { ...SAME, ...change })).toBe(403);
  });

  it('is rejected unless both headers prove the origin, whatever else is sent', () => {
    const proof = fc.record({
      origin: fc.webUrl(),
      'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none', ''),
    });
    fc.assert(
      fc.property(
        proof,
        fc.dictionary(fc.string(), fc.string()),
        (headers, more) => statusOf('POST', '/', { ...more, ...headers }) === 403,
      ),
    );
  });

  it.each([
    ['/withdrawals/new', 64],
    ['/', 64],
    ['/withdrawals/import', 64],
    ['/recipients/import?x=1', 64],
    ['/api/unknown', 64],
    ['/api/auth/signin/oidc?max_age=1', 16],
    ['/api/transfers/lookup', 256],
    ['/api/withdrawals/batches', 1024],
    ['/api/withdrawals/batches/check', 1024],
    ['/api/withdrawals/batches/shortages', 1024],
    ['/api/recipients/check', 1024],
    ['/api/recipients/named', 1024],
    ['/api/proposals', 1024],
    ['/api/policy/replay', 1024],
  ])('to %s is rejected above %s kB, by its headers alone', (url, maxKb) => {
    expect(statusOf('POST', url, { ...SAME, 'content-length': String(maxKb * 1024) })).toBeUndefined();
    expect(statusOf('POST', url, { ...SAME, 'content-length': String(maxKb * 1024 + 1) })).toBe(413);
  });

  it('is rejected without a length', () => {
    const { 'content-length': _, ...without } = SAME;
    expect(statusOf('POST', '/', without)).toBe(411);
    expect(statusOf('POST', '/', { ...SAME, 'transfer-encoding': 'chunked' })).toBe(411);
  });
});

it('every address is accepted or rejected without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (path) =>
      [undefined, 400, 403].includes(statusOf('GET', `/${path}`, { 'sec-fetch-site': 'cross-site' })),
    ),
  );
});

describe('a GET request', () => {
  it.each([
    ['/api/transfers', 'cross-site', 403],
    ['/api/audit/export', 'same-site', 403],
    ['/api/transfers', 'same-origin', undefined],
    ['/api/transfers', 'none', undefined],
    ['/_global-error', 'none', 404],
    // The sign-in comes back from the provider, and a link in a message may lead to a page.
    ['/api/auth/callback/oidc?code=1', 'cross-site', undefined],
    ['/transfers/1', 'cross-site', undefined],
  ])('of %s from %s answers %s', (url, site, status) => {
    expect(statusOf('GET', url, { 'sec-fetch-site': site })).toBe(status);
  });

  it.each(['image', 'iframe', 'empty', 'script'])(
    'of another site for %s is not taken for the return from a sign-in',
    (dest) => {
      const url = '/api/auth/callback/oidc?code=1';
      expect(statusOf('GET', url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest })).toBe(403);
      expect(statusOf('GET', url, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest })).toBeUndefined();
      expect(statusOf('GET', url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })).toBeUndefined();
    },
  );

  it('is rejected with more than 400 parameters, which Next would read for long', () => {
    expect(statusOf('GET', `/transfers?${'status=A&'.repeat(399)}`, {})).toBeUndefined();
    expect(statusOf('GET', `/transfers?${'status=A&'.repeat(400)}`, {})).toBe(414);
  });

  it('is rejected with a body', () => {
    expect(statusOf('GET', '/', { 'content-length': '3' })).toBe(413);
    expect(statusOf('GET', '/', { 'transfer-encoding': 'chunked' })).toBe(413);
  });

  it.each([
    'http://evil.example/',
    '//evil.example/',
    '*',
    '',
    '\\\\evil.example',
    '/\\:x',
    '/\\[',
    '/\\evil.example/x',
    '/\t/x:y',
    '/%zz',
    '/transfers/%E0%A4%A',
    '/transfers/%FF',
    '/./api/transfers',
    '/api/auth/../metrics',
    '/api/auth/%2e%2e/audit/export',
    '/api/auth/.%2E/metrics',
    '/api/auth/..',
    '/x\\..\\api\\transfers',
    '/api//metrics',
    '//api/metrics',
    '/api%2fmetrics',
    '/api%5Cmetrics',
    '/transfers/a#b',
    '/a"b',
    '/é',
    '/transfers/%00',
    '/%ED%A0%80',
  ])('of %j is rejected as invalid', (url) => {
    expect(statusOf('GET', url, {})).toBe(400);
  });
});

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'get', ''])('the method %j is rejected', (method) => {
  expect(statusOf(method, '/', SAME)).toBe(405);
});

const misdirected = (url: string, headers: Record<string, string>, metricsToken?: string) =>
  findMisdirection({ url, headers }, { ownAddress: OWN, metricsToken })?.status;

describe('a request under another name', () => {
  const TOKEN = 'a-token-of-one-test-and-long-enough';
  it.each(['console.example', 'CONSOLE.example', 'console.example:443'])('is none for %s', (host) => {
    expect(misdirected('/transfers', { host })).toBeUndefined();
  });

  it.each([
    'evil.example',
    'console.example:80',
    'console.example.evil.example',
    '127.0.0.1:3000',
    '',
    'a@console.example',
  ])('is refused for %j, but for the health routes', (host) => {
    for (const url of ['/', '/transfers', '/api/metrics', '/api/auth/session', '/_next/static/x.js', '/api/healthy'])
      expect(misdirected(url, { host })).toBe(421);
    expect(misdirected('/api/health/ready', { host })).toBeUndefined();
  });

  it('reads the metrics with METRICS_TOKEN, under any name, and without METRICS_TOKEN under the own one', () => {
    const authorization = `Bearer ${TOKEN}`;
    for (const host of ['10.0.0.9:3000', OWN.host])
      expect(misdirected('/api/metrics', { host, authorization }, TOKEN)).toBeUndefined();
    expect(misdirected('/api/metrics', { host: OWN.host })).toBeUndefined();
    expect(misdirected('/api/metrics', { host: OWN.host }, TOKEN)).toBe(401);
    expect(misdirected('/api/metrics', { host: OWN.host, authorization: `${authorization}x` }, TOKEN)).toBe(401);
    expect(misdirected('/api/metrics', { host: 'evil.example' }, TOKEN)).toBe(421);
    // An empty token is none.
    expect(misdirected('/api/metrics', { host: 'evil.example', authorization: 'Bearer ' }, '')).toBe(421);
    expect(misdirected('/transfers', { host: 'evil.example', authorization }, TOKEN)).toBe(421);
  });
});
