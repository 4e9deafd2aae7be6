import type { Seeded } from '@/scripts/testing/seeded';
import { call, type Draw, type Kinds } from '@/e2e/soak/malformed/shots';
import { drawOdd, garble, garbleBytes, nested, ODD, pick, REFERENCES, spoil, TEXTS } from '@/e2e/soak/malformed/values';

/** Just below what the door lets in. */
const NEARLY_1_MB = 1_000_000;
const called =
  (write: (random: Seeded, args: unknown[]) => string | Buffer): Draw =>
  (random, targets) =>
    call(random, targets, (args) => write(random, args));

/** Rows as a browser sends them where there is more than JSON: `0` is the arguments, the rest is what they refer to. */
function form(random: Seeded, args: unknown[]): { boundary: string; text: string } {
  const boundary = `----${random.whole(1e8, 1e9)}`;
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const rows = Array.from({ length: random.whole(0, 6) }, () => {
    const name = pick(random, [
      '0',
      '1',
      '2',
      '1',
      '01',
      '-1',
      '',
      'x',
      '1_0',
      '$ACTION_ID_x',
      '$ACTION_REF_1',
      '$ACTION_1:0',
      '__proto__',
      'length',
    ]);
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
  return {
    boundary,
    text: [...rows, part('0', first)].toSorted(() => random.next() - 0.5).join('') + `--${boundary}--\r\n`,
  };
}

/** What can be wrong with the arguments of an action. */
export const CALLS: Kinds = {
  'broken JSON': { share: 10, draw: called((random, args) => garble(random, JSON.stringify(args))) },
  'wrong types': { share: 12, draw: called((random, args) => JSON.stringify(spoil(random, args, drawOdd))) },
  'references to what is not there': {
    share: 12,
    draw: called((random, args) => JSON.stringify(spoil(random, args, (from) => pick(from, REFERENCES)))),
  },
  'texts that cannot be kept': {
    share: 14,
    draw: called((random, args) => JSON.stringify(spoil(random, args, (from) => pick(from, TEXTS)))),
  },
  'texts of 100,000 characters': {
    share: 1,
    draw: called((random, args) =>
      JSON.stringify(spoil(random, args, (from) => pick(from, ['x', '\0', '9', 'é', '$']).repeat(100_000))),
    ),
  },
  'bytes that are no UTF-8': { share: 5, draw: called((random, args) => garbleBytes(random, JSON.stringify(args))) },
  'arguments by number': {
    share: 3,
    draw: called((random, args) =>
      JSON.stringify(
        pick(random, [[], {}, null, 'x', 7, [args, ...ODD], Array.from({ length: 1_001 }, () => args[0])]),
      ),
    ),
  },
  'depth of 10,000': {
    share: 2,
    draw: called((random) =>
      pick(random, [
        nested('[', ']', 10_000),
        nested('[{"a":', '}]', 10_000),
        `[${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`,
        '['.repeat(20_000),
      ]),
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
};
