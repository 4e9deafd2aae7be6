import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { noProxy } from '@/lib/server/config/no-proxy';
import { isPublicAddress, post } from '@/lib/server/notifications/targets/post';
import { type ConnectProxy, startConnectProxy } from '@/scripts/testing/network/connect-proxy';
import { changeSettings, notYet, setUpSettings } from '@/scripts/testing/test-process';
import { signWebhook } from '@/lib/server/notifications/targets/deliver';

/** Resolves every name to these addresses; to none: it is not known here. */
const resolvingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, callback: (error: Error | null, found: object[]) => void) =>
    addresses.length === 0
      ? callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), [])
      : callback(
          null,
          addresses.map((found) => ({ address: found, family: isIP(found) })),
        )) as unknown as typeof lookup;

describe('a post through a proxy', () => {
  const address = 'https://hook.desk.test/secret-path';
  const bodies: string[] = [];
  let receiver: Server | undefined;
  let proxy: ConnectProxy | undefined;
  let status = 200;
  beforeAll(async () => {
    const { certificate: cert, key } = inject('trustedPair');
    receiver = createServer({ cert, key }, (request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on(
        'end',
        () => bodies.push(`${request.url} ${body}`) && response.writeHead(status, { location: '/' }).end(),
      );
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    proxy = await startConnectProxy({ 'hook.desk.test:443': port, 'localhost:443': port, 'hook.internal:443': port });
  });
  afterAll(async () => {
    await proxy?.close();
    receiver?.close().closeAllConnections();
  });
  setUpSettings(() => ({ HTTPS_PROXY: proxy?.url }));
  beforeEach(() => {
    bodies.length = 0;
    if (proxy) proxy.asked.length = 0;
  });

  it.each([[['93.184.215.14']], [[]]])('goes to a name that resolves to %j here', async (addresses) => {
    expect(await post(address, { body: '{}' }, resolvingTo(...addresses))).toBeUndefined();
    expect(bodies).toEqual(['/secret-path {}']);
  });

  it.each<[string, string[]]>([
    [address, ['10.0.0.1']],
    [address, ['93.184.215.14', '::1']],
    ['https://intranet/x', []],
    ['https://hook.internal/x', []],
    ['https://hook.INTERNAL./x', []],
    ['https://169.254.169.254/x', []],
  ])('does not go to %s, which resolves to %j here', async (url, addresses) => {
    expect((await post(url, { body: '{}' }, resolvingTo(...addresses)))?.reason).toContain('not one of the public');
    expect(bodies).toEqual([]);
  });

  it.each(['hook.desk.test', '.test', '*'])('with NO_PROXY=%s passes the proxy by, and no guard', async (list) => {
    const { port } = (receiver ?? notYet()).address() as AddressInfo;
    const direct = `https://hook.desk.test:${port}/`;
    changeSettings({ NO_PROXY: noProxy.parse(list) });
    for (const hidden of ['127.0.0.1', '10.0.0.1'])
      expect((await post(direct, { body: '{}' }, resolvingTo(hidden)))?.reason).toContain('not one of the public');
    expect(bodies).toEqual([]);
    changeSettings({ NOTIFY_PRIVATE_HOSTS: [`hook.desk.test:${port}`] });
    expect(await post(direct, { body: '{}' }, resolvingTo('127.0.0.1'))).toBeUndefined();
    expect(bodies).toEqual(['/ {}']);
    expect(proxy?.asked).toEqual([]);
  });

  it('goes to a private name that the operator allows', async () => {
    changeSettings({ NOTIFY_PRIVATE_HOSTS: ['hook.desk.test'] });
    expect(await post(address, { body: '{}' }, resolvingTo('10.0.0.1'))).toBeUndefined();
  });

  it('follows no redirect, and says of the proxy only what it answered', async () => {
    status = 307;
    expect(await post(address, { body: '{}' }, resolvingTo())).toMatchObject({
      reason: expect.stringContaining('307'),
    });
    expect(bodies).toHaveLength(1);
    const reason = 'The target could not be reached (PROXY_502).';
    expect(await post('https://other.desk.test/', { body: '{}' }, resolvingTo())).toEqual({ reason, isFinal: false });
  });
});

describe('a webhook', () => {
  it('is signed as the vector of Standard Webhooks says, once for each secret', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_999),
      body: '{"test": 2432232314}',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const expected = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    expect(signWebhook(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': expected,
    });
    const both = signWebhook(message, [secret, 'whsec_AAAA'])['webhook-signature'].split(' ');
    expect(both[0]).toBe(expected);
    expect(both).toHaveLength(2);
    expect(both[1]).not.toBe(expected);
  });
});

const octet = fc.integer({ min: 0, max: 255 });
/** Networks of RFC 6890 and later that are not of the public internet, as their fixed first octets. */
const PRIVATE: readonly (readonly [string, readonly number[]])[] = [
  ['this network', [0]],
  ['private', [10]],
  ['this machine', [127]],
  ['link-local', [169, 254]],
  ['private', [192, 168]],
  ['documentation', [192, 0, 2]],
  ['documentation', [198, 51, 100]],
  ['documentation', [203, 0, 113]],
  ['multicast', [224]],
  ['multicast', [239]],
  ['reserved', [240]],
  ['reserved', [255]],
];

describe('an address', () => {
  it.each(PRIVATE)('of %s is not public, in IPv4 and inside IPv6', (_, first) => {
    fc.assert(
      fc.property(fc.array(octet, { minLength: 4 - first.length, maxLength: 4 - first.length }), (rest) => {
        const address = [...first, ...rest].join('.');
        expect(isPublicAddress(address)).toBe(false);
        for (const prefix of ['::ffff:', '64:ff9b::', '::']) expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
      }),
    );
  });

  it.each([
    [172, 16, 31],
    [100, 64, 127],
  ])('of %i.%i to %i is not public', (first, from, to) => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), octet, octet, (second, third, fourth) => {
        expect(isPublicAddress([first, second, third, fourth].join('.'))).toBe(false);
      }),
    );
    expect(isPublicAddress(`${first}.${to + 1}.0.1`)).toBe(true);
    expect(isPublicAddress(`${first}.${from - 1}.0.1`)).toBe(true);
  });

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:0a00:0001::',
    '2001::1',
    '100::1',
    '64:ff9b:1::1',
    '',
    'localhost',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '017700000001',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::200e'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
