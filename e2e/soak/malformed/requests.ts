import type { Seeded } from '@/scripts/testing/seeded';
import type { Visitor } from '@/e2e/access-control/people';
import { call, type Kinds } from '@/e2e/soak/malformed/generate-request';
import {
  generateOddValue,
  encoded,
  garble,
  garbleBytes,
  nested,
  pick,
  corrupt,
  TEXTS,
} from '@/e2e/soak/malformed/values';

const STAFF: Visitor[] = ['finance', 'approver', 'support', 'admin'];
const PARAMETERS = (
  'q cursor limit than status asset network profile created_from created_to amount_from sort problem format ' +
  'columns reference key address memo value amount except maker state after name subject person action from ' +
  'to before page request transfer recipient queue callbackUrl error _rsc code scope __proto__ filter tab ' +
  'group mine'
).split(' ');

function parameters(random: Seeded): string {
  const one = () => {
    const value =
      random.next() < 0.2
        ? pick(random, ['%zz', '%', '%E0%A4%A', '%FF', '%00', '%ED%A0%80', '+', '%u0000', '[]', 'a[b]=c'])
        : encoded(pick(random, TEXTS));
    return `${pick(random, PARAMETERS)}${pick(random, ['=', '=', '=', '', '[]=', '=='])}${value}`;
  };
  return Array.from({ length: random.whole(1, 8) }, one)
    .join('&')
    .slice(0, 12_000);
}

/** Ways in which headers, addresses and bodies can be malformed. */
export const REQUESTS: Kinds = {
  'odd headers': {
    share: 6,
    generate: (random, targets) => {
      const request = call(random, targets, (args) => JSON.stringify(args));
      const candidates: [string, string][] = [
        [
          'next-action',
          pick(random, ['', 'x', '0'.repeat(42), 'f'.repeat(4_000), '__proto__', '00', request.headers[0]?.[1] ?? '']),
        ],
        [
          'content-type',
          pick(random, [
            '',
            'x',
            'application/json',
            'multipart/form-data',
            'multipart/form-data; boundary',
            'application/x-www-form-urlencoded',
            'text/plain; charset=utf-7',
            '\u00FF',
          ]),
        ],
        ['accept', pick(random, ['', '*/*', 'text/html', 'a/b;q=x'])],
        ['rsc', pick(random, ['1', '0', 'x'])],
        [
          'next-router-state-tree',
          pick(random, ['%', '%5B%5D', '%5B%22%22%5D', 'x', encoded(JSON.stringify(nested('[', ']', 500))), '%00']),
        ],
        ['next-router-prefetch', pick(random, ['1', '2', 'x'])],
        ['next-router-segment-prefetch', pick(random, ['/_tree', '/x', '%', '/__proto__'])],
        ['next-url', pick(random, ['/', '//x', '%zz', '/%00'])],
        [
          'cookie',
          pick(random, [
            'countersign.session=x',
            'a=%zz',
            '=;;=',
            '__proto__=1',
            'NEXT_LOCALE=%00',
            '__prerender_bypass=x',
          ]),
        ],
        ['accept-language', pick(random, ['*', 'x'.repeat(2_000), ',,,;q=9'])],
        ['accept-encoding', pick(random, ['br;q=x', 'identity;q=0', '*;q=0', 'x'])],
        ['range', pick(random, ['bytes=9-0', 'bytes=-1', 'x'])],
        ['if-none-match', '*'],
        ['user-agent', pick(random, ['', '\u00FF\u00FE', 'x'.repeat(5_000)])],
        ['sec-fetch-mode', pick(random, ['x', 'navigate'])],
        ['expect', '100-continue'],
      ];
      const changed = Array.from({ length: random.whole(1, 4) }, () => pick(random, candidates));
      const isGet = random.next() < 0.4;
      const headers =
        random.next() < 0.5
          ? request.headers
          : request.headers.filter(([name]) => !changed.some(([other]) => other === name));
      const { body: _body, ...head } = request;
      return isGet
        ? { ...head, method: 'GET', path: pick(random, targets.reads).path, headers: changed }
        : { ...request, headers: [...headers, ...changed] };
    },
  },
  'parameters of reads': {
    share: 15,
    generate: (random, { reads }) => ({
      visitor: pick(random, STAFF),
      method: 'GET',
      path: `${pick(random, reads).path.split('?')[0]}?${parameters(random)}`,
      headers: random.next() < 0.2 ? [['rsc', '1']] : [],
    }),
  },
  'paths that are none': {
    share: 6,
    generate: (random, { reads, posts }) => {
      const odd = () =>
        pick(random, [
          '%E0%A4%A',
          '%00',
          '%FF',
          '%zz',
          '%',
          '%2F',
          '%2e%2e',
          '..',
          '.',
          '%5C',
          '\\:x',
          '\\[',
          '%ED%A0%80',
          '%F0%9F%98%80',
          '\u00FF',
          ';a=b',
          '*',
          '__proto__',
          encoded(pick(random, TEXTS)) || 'x',
          'x'.repeat(3_000),
        ]);
      const parts =
        pick(random, [...reads, ...posts])
          .path.split('?')[0]
          ?.split('/') ?? [];
      const at = random.whole(1, Math.max(1, parts.length - 1));
      const path =
        parts.map((part, index) => (index === at ? odd() : part)).join('/') + (random.next() < 0.2 ? `/${odd()}` : '');
      const request = { visitor: pick(random, STAFF), path: path.startsWith('/') ? path : `/${path}`, headers: [] };
      return random.next() < 0.8
        ? { ...request, method: 'GET' }
        : { ...request, method: 'POST', body: Buffer.from('{}') };
    },
  },
  'bodies of routes': {
    share: 8,
    generate: (random, { posts }) => {
      const { path, body } = pick(random, posts);
      const text = JSON.stringify(corrupt(random, body, generateOddValue));
      const make = pick(random, [
        () => text,
        () => text,
        () => garble(random, text),
        () => garbleBytes(random, text),
        () => nested('[', ']', 10_000),
        () => `{"text":"${'INV-1 '.repeat(16_000)}"}`,
        () => `{"names":["${'x","'.repeat(5_000)}x"]}`,
        () => `{"items":[${'{},'.repeat(80_000)}{}]}`,
        () => `{"entries":[${'{"name":{}},'.repeat(20_000)}{}]}`,
      ]);
      const type = pick(random, [
        'application/json',
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'x',
        'multipart/form-data; boundary=x',
      ]);
      return {
        visitor: pick(random, STAFF),
        method: 'POST',
        path,
        headers: [['content-type', type]],
        body: Buffer.from(make()),
      };
    },
  },
};
