import type { Seeded } from '@/scripts/testing/seeded';
import { call, type Generate, type Kinds } from '@/e2e/soak/malformed/generate-request';
import {
  generateOddValue,
  garble,
  garbleBytes,
  nested,
  ODD_VALUES,
  pick,
  REFERENCES,
  corrupt,
  TEXTS,
} from '@/e2e/soak/malformed/values';

/** Just below the limit of the request guard for actions. */
const ALMOST_64_KB = 65_000;
const called =
  (write: (random: Seeded, args: unknown[]) => string | Buffer): Generate =>
  (random, targets) =>
    call(random, targets, (args) => write(random, args));

const fileHeaders = (random: Seeded) => {
  const name = pick(random, ['a', '../a', '\u202E', '"']);
  const type = pick(random, ['text/x', 'application/octet-stream', 'a/b; charset=x']);
  return `; filename="${name}"\r\nContent-Type: ${type}`;
};

/** Form rows as a browser sends them for values beyond JSON: `0` holds the arguments, the others what they refer to. */
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
      () => JSON.stringify(generateOddValue(random)),
      () => JSON.stringify([pick(random, REFERENCES), pick(random, REFERENCES)]),
      () => '"$1"',
      () => '[["a","$1"]]',
      () => '{"id":"x","bound":"$@1"}',
      () => 'C',
      () => '"$@2"',
    ]);
    return part(name, value(), random.next() < 0.2 ? fileHeaders(random) : '');
  });
  const first = JSON.stringify(corrupt(random, args, (from) => pick(from, REFERENCES)));
  return {
    boundary,
    text: [...rows, part('0', first)].toSorted(() => random.next() - 0.5).join('') + `--${boundary}--\r\n`,
  };
}

/** Ways in which the arguments of an action can be malformed. */
export const CALLS: Kinds = {
  'broken JSON': { share: 10, generate: called((random, args) => garble(random, JSON.stringify(args))) },
  'wrong types': {
    share: 12,
    generate: called((random, args) => JSON.stringify(corrupt(random, args, generateOddValue))),
  },
  'dangling references': {
    share: 12,
    generate: called((random, args) => JSON.stringify(corrupt(random, args, (from) => pick(from, REFERENCES)))),
  },
  'texts that cannot be stored': {
    share: 14,
    generate: called((random, args) => JSON.stringify(corrupt(random, args, (from) => pick(from, TEXTS)))),
  },
  'texts of 20,000 characters': {
    share: 1,
    generate: called((random, args) =>
      JSON.stringify(corrupt(random, args, (from) => pick(from, ['x', '\0', '9', 'é', '$']).repeat(20_000))),
    ),
  },
  'bytes that are not UTF-8': {
    share: 5,
    generate: called((random, args) => garbleBytes(random, JSON.stringify(args))),
  },
  'arguments by number': {
    share: 3,
    generate: called((random, args) =>
      JSON.stringify(
        pick(random, [[], {}, null, 'x', 7, [args, ...ODD_VALUES], Array.from({ length: 1_001 }, () => args[0])]),
      ),
    ),
  },
  'depth of 10,000': {
    share: 2,
    generate: called((random) =>
      pick(random, [
        nested('[', ']', 10_000),
        nested('[{"a":', '}]', 10_000),
        `[${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`,
        '['.repeat(20_000),
      ]),
    ),
  },
  'almost 64 kB': {
    share: 2,
    generate: called((random, args) =>
      pick(random, [
        () => `[[${'0,'.repeat(ALMOST_64_KB / 2 - 10)}0]]`,
        () => `[{"items":[${'{},'.repeat(ALMOST_64_KB / 3 - 20)}{}]}]`,
        () => `["${'x'.repeat(ALMOST_64_KB - 10)}"]`,
        () => `[{${Array.from({ length: 5_000 }, (_none, index) => `"k${index}":1`).join(',')}}]`,
        () => JSON.stringify([{ ...(args[0] as object), items: Array.from({ length: 1_000 }, () => ({})) }]),
        () => `["$n${'9'.repeat(ALMOST_64_KB - 20)}"]`,
      ])(),
    ),
  },
  'rows of a form': {
    share: 10,
    generate: (random, targets) => {
      const type = { boundary: '' };
      const request = call(random, targets, (args) => {
        const { boundary, text } = form(random, args);
        type.boundary = boundary;
        return random.next() < 0.2 ? garble(random, text) : text;
      });
      const boundary = random.next() < 0.8 ? type.boundary : pick(random, ['x', '', '"', 'a'.repeat(300)]);
      const headers = request.headers.map(([name, value]): [string, string] =>
        name === 'content-type' ? [name, `multipart/form-data; boundary=${boundary}`] : [name, value],
      );
      // Without the header the request may be a form of a browser without scripts.
      return {
        ...request,
        headers: random.next() < 0.7 ? headers : headers.filter(([name]) => name !== 'next-action'),
      };
    },
  },
};
