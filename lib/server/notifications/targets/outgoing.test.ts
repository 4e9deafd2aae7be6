import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '@/lib/server/notifications/targets/post';
import { signWebhook } from '@/lib/server/notifications/targets/deliver';

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
