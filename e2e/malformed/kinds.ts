import type { Seeded } from '@/e2e/crash/seeded';
import { type BuiltAction, listActions } from '@/e2e/doors/actions';
import { ACTION_ROWS, FOR_EVERYBODY, UNREADABLE } from '@/e2e/doors/action-table';
import type { Who } from '@/e2e/doors/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/doors/route-table';
import type { World } from '@/e2e/doors/world';
import { drawOdd, garble, garbleBytes, ODD, pick, REFERENCES, spoil, TEXTS } from '@/e2e/malformed/values';

/** A request as nobody's browser would make it. */
export interface Shot {
  who: Who;
  method: 'GET' | 'POST';
  path: string;
  headers: [name: string, value: string][];
  body?: Buffer;
}

/** What can be asked for rightly, to be spoiled. */
export interface Targets {
  actions: { who: Who; action: BuiltAction; args: unknown[] }[];
  reads: { path: string }[];
  posts: { path: string; body: unknown }[];
}

export function listTargets(world: World): Targets {
  const built = listActions();
  const actions = ACTION_ROWS.flatMap(({ action: name, input }) => {
    const action = built.get(name);
    return action && !FOR_EVERYBODY.includes(name) ? [{ who: UNREADABLE[name]?.as ?? 'admin', action, args: [input(world)] }] : [];
  });
  const rows = ROUTE_ROWS.map(({ method, path, body }) => ({ method, path: path(world), body }));
  return {
    actions,
    reads: [...rows.filter(({ method }) => method === 'GET'), ...PAGE_ROWS.map(({ path }) => ({ path: path(world) }))],
    posts: rows.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
  };
}

type Draw = (random: Seeded, targets: Targets) => Shot;

/** Just below what the door lets in. */
const NEARLY_1_MB = 1_000_000;
const STAFF: Who[] = ['finance', 'approver', 'support', 'admin'];
const TYPE = 'text/plain;charset=UTF-8';

/** A call of an action with this body in place of its arguments. */
function call(random: Seeded, { actions }: Targets, write: (args: unknown[]) => string | Buffer, type = TYPE): Shot {
  const { who, action, args } = pick(random, actions);
  const headers: Shot['headers'] = [
    ['next-action', action.id],
    ['content-type', type],
    ['accept', 'text/x-component'],
  ];
  return { who, method: 'POST', path: action.page, headers, body: Buffer.from(write(args)) };
}

const called =
  (write: (random: Seeded, args: unknown[]) => string | Buffer): Draw =>
  (random, targets) =>
    call(random, targets, (args) => write(random, args));

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Rows as a browser sends them where there is more than JSON: `0` is the arguments, the rest is what they refer to. */
function form(random: Seeded, args: unknown[]): { boundary: string; text: string } {
  const boundary = `----${random.whole(1e8, 1e9)}`;
  const part = (name: string, value: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const rows = Array.from({ length: random.whole(0, 6) }, () => {
    const name = pick(random, ['0', '1', '2', '1', '01', '-1', '', 'x', '1_0', '$ACTION_ID_x', '$ACTION_REF_1', '$ACTION_1:0', '__proto__', 'length']);
    const value = pick(random, [
      () => JSON.stringify(drawOdd(random)),
      () => JSON.stringify([pick(random, REFERENCES), pick(random, REFERENCES)]),
      () => '"$1"',
      () => '[["a","$1"]]',
      () => '{"id":"x","bound":"$@1"}',
      () => 'C',
      () => '"$@2"',
    ]);
    return part(
      name,
      value(),
      random.next() < 0.2
        ? `; filename="${pick(random, ['a', '../a', '\u202E', '"'])}"\r\nContent-Type: ${pick(random, ['text/x', 'application/octet-stream', 'a/b; charset=x'])}`
        : '',
    );
  });
  const first = JSON.stringify(spoil(random, args, (from) => pick(from, REFERENCES)));
  return { boundary, text: [...rows, part('0', first)].toSorted(() => random.next() - 0.5).join('') + `--${boundary}--\r\n` };
}

const PARAMETERS = (
  'q cursor limit than status asset network profile created_from created_to amount_from sort problem format columns reference key address memo value ' +
  'amount except maker state after name subject person action from to before page request transfer recipient queue callbackUrl error _rsc code scope ' +
  '__proto__ filter tab group mine'
).split(' ');

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function parameters(random: Seeded): string {
  const one = () => {
    const value =
      random.next() < 0.2 ? pick(random, ['%zz', '%', '%E0%A4%A', '%FF', '%00', '%ED%A0%80', '+', '%u0000', '[]', 'a[b]=c']) : encoded(pick(random, TEXTS));
    return `${pick(random, PARAMETERS)}${pick(random, ['=', '=', '=', '', '[]=', '=='])}${value}`;
  };
  return Array.from({ length: random.whole(1, 8) }, one)
    .join('&')
    .slice(0, 12_000);
}

/** What goes wrong, each in its own way. How often each is drawn is its share. */
export const KINDS: Record<string, { share: number; draw: Draw }> = {
  'broken JSON': { share: 10, draw: called((random, args) => garble(random, JSON.stringify(args))) },
  'wrong types': { share: 12, draw: called((random, args) => JSON.stringify(spoil(random, args, drawOdd))) },
  'references to what is not there': { share: 12, draw: called((random, args) => JSON.stringify(spoil(random, args, (from) => pick(from, REFERENCES)))) },
  'texts that cannot be kept': { share: 14, draw: called((random, args) => JSON.stringify(spoil(random, args, (from) => pick(from, TEXTS)))) },
  'texts of 100,000 characters': {
    share: 1,
    draw: called((random, args) => JSON.stringify(spoil(random, args, (from) => pick(from, ['x', '\0', '9', 'é', '$']).repeat(100_000)))),
  },
  'bytes that are no UTF-8': { share: 5, draw: called((random, args) => garbleBytes(random, JSON.stringify(args))) },
  'arguments by number': {
    share: 3,
    draw: called((random, args) => JSON.stringify(pick(random, [[], {}, null, 'x', 7, [args, ...ODD], Array.from({ length: 1_001 }, () => args[0])]))),
  },
  'depth of 10,000': {
    share: 2,
    draw: called((random) =>
      pick(random, [nested('[', ']', 10_000), nested('[{"a":', '}]', 10_000), `[${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`, '['.repeat(20_000)]),
    ),
  },
  'nearly 1 MB': {
    share: 0.4,
    draw: called((random, args) =>
      pick(random, [
        () => `[[${'0,'.repeat(NEARLY_1_MB / 2 - 10)}0]]`,
        () => `[{"items":[${'{},'.repeat(NEARLY_1_MB / 3 - 20)}{}]}]`,
        () => `["${'x'.repeat(NEARLY_1_MB - 10)}"]`,
        () => `[{${Array.from({ length: 60_000 }, (_none, index) => `"k${index}":1`).join(',')}}]`,
        () => JSON.stringify([{ ...(args[0] as object), items: Array.from({ length: 1_000 }, () => ({})) }]),
        () => `["$n${'9'.repeat(NEARLY_1_MB - 20)}"]`,
      ])(),
    ),
  },
  'rows of a form': {
    share: 10,
    draw: (random, targets) => {
      const type = { boundary: '' };
      const shot = call(random, targets, (args) => {
        const { boundary, text } = form(random, args);
        type.boundary = boundary;
        return random.next() < 0.2 ? garble(random, text) : text;
      });
      const boundary = random.next() < 0.8 ? type.boundary : pick(random, ['x', '', '"', 'a'.repeat(300)]);
      const headers = shot.headers.map(([name, value]): [string, string] =>
        name === 'content-type' ? [name, `multipart/form-data; boundary=${boundary}`] : [name, value],
      );
      // Without the header it may be a form of a browser without scripts.
      return { ...shot, headers: random.next() < 0.7 ? headers : headers.filter(([name]) => name !== 'next-action') };
    },
  },
  'odd headers': {
    share: 6,
    draw: (random, targets) => {
      const shot = call(random, targets, (args) => JSON.stringify(args));
      const more: [string, string][] = [
        ['next-action', pick(random, ['', 'x', '0'.repeat(42), 'f'.repeat(4_000), '__proto__', '00', shot.headers[0]?.[1] ?? ''])],
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
        ['next-router-state-tree', pick(random, ['%', '%5B%5D', '%5B%22%22%5D', 'x', encoded(JSON.stringify(nested('[', ']', 500))), '%00'])],
        ['next-router-prefetch', pick(random, ['1', '2', 'x'])],
        ['next-router-segment-prefetch', pick(random, ['/_tree', '/x', '%', '/__proto__'])],
        ['next-url', pick(random, ['/', '//x', '%zz', '/%00'])],
        ['cookie', pick(random, ['__Host-countersign.session=x', 'a=%zz', '=;;=', '__proto__=1', 'NEXT_LOCALE=%00', '__prerender_bypass=x'])],
        ['accept-language', pick(random, ['*', 'x'.repeat(2_000), ',,,;q=9'])],
        ['accept-encoding', pick(random, ['br;q=x', 'identity;q=0', '*;q=0', 'x'])],
        ['range', pick(random, ['bytes=9-0', 'bytes=-1', 'x'])],
        ['if-none-match', '*'],
        ['user-agent', pick(random, ['', '\u00FF\u00FE', 'x'.repeat(5_000)])],
        ['sec-fetch-mode', pick(random, ['x', 'navigate'])],
        ['expect', '100-continue'],
      ];
      const put = Array.from({ length: random.whole(1, 4) }, () => pick(random, more));
      const isGet = random.next() < 0.4;
      const kept = random.next() < 0.5 ? shot.headers : shot.headers.filter(([name]) => !put.some(([other]) => other === name));
      const { body: _body, ...head } = shot;
      return isGet ? { ...head, method: 'GET', path: pick(random, targets.reads).path, headers: put } : { ...shot, headers: [...kept, ...put] };
    },
  },
  'parameters of reads': {
    share: 15,
    draw: (random, { reads }) => ({
      who: pick(random, STAFF),
      method: 'GET',
      path: `${pick(random, reads).path.split('?')[0]}?${parameters(random)}`,
      headers: random.next() < 0.2 ? [['rsc', '1']] : [],
    }),
  },
  'paths that are none': {
    share: 6,
    draw: (random, { reads, posts }) => {
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
      const path = parts.map((part, index) => (index === at ? odd() : part)).join('/') + (random.next() < 0.2 ? `/${odd()}` : '');
      const shot = { who: pick(random, STAFF), path: path.startsWith('/') ? path : `/${path}`, headers: [] };
      return random.next() < 0.8 ? { ...shot, method: 'GET' } : { ...shot, method: 'POST', body: Buffer.from('{}') };
    },
  },
  'bodies of routes': {
    share: 8,
    draw: (random, { posts }) => {
      const { path, body } = pick(random, posts);
      const text = JSON.stringify(spoil(random, body, drawOdd));
      const make = pick(random, [
        () => text,
        () => text,
        () => garble(random, text),
        () => garbleBytes(random, text),
        () => nested('[', ']', 10_000),
        () => `{"text":"${'INV-1 '.repeat(16_000)}"}`,
        () => `{"names":["${'x","'.repeat(5_000)}x"]}`,
      ]);
      const type = pick(random, [
        'application/json',
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'x',
        'multipart/form-data; boundary=x',
      ]);
      return { who: pick(random, STAFF), method: 'POST', path, headers: [['content-type', type]], body: Buffer.from(make()) };
    },
  },
};
