import type { Seeded } from '@/scripts/testing/seeded';

/** Picks one of several values. */
export function pick<Value>(random: Seeded, from: readonly Value[]): Value {
  return from[random.whole(0, from.length - 1)] as Value;
}

const splitWords = (words: string) => words.split(/\s+/);

const LONG = ['9'.repeat(400), '0'.repeat(64), 'x'.repeat(501), '😀'.repeat(300), 'e\u0301'.repeat(200)];
const NUMBERS = '-0 -1 1e999 NaN Infinity 0x10 1,1 ٣ 9007199254740993 99999999999999999999';
const TIMES =
  '0000-01-01 9999-99-99 2026-02-30 275760-09-14 -000001-01-01 2026-01-01T00:00:00+99:99 infinity now epoch';
const WORDS =
  '__proto__ constructor then toString null undefined true {} [] $ $$ ../../etc/passwd .. . % _%\\ \\ =1+1 ' +
  '<script>alert(1)</script>';
const IDS = '00000000-0000-0000-0000-000000000000 00000000-0000-4000-8000-00000000000G eyJzb3J0IjoiLWNyZWF0ZWQifQ';
const UNSEEN = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00x',
  'x\uD83D',
  '\uFFFE\uFFFF',
  '\u202E\u2066',
  '\u200B',
  '\r\n',
];

/** Texts that are difficult for databases, parsers and screens. */
export const TEXTS = [
  ...UNSEEN,
  ...splitWords(NUMBERS),
  ...splitWords(TIMES),
  ...splitWords(WORDS),
  ...splitWords(IDS),
  ...LONG,
  "'; drop table people; --",
];

const ROWS =
  '$0 $1 $2 $ff $ffffffffffffffff $-1 $1:constructor:constructor $0:__proto__:then $1:a:b:c $@0 $@1 $@99999999';
const THINGS =
  '$F0 $F1 $Fx $h1 $T $T1 $Q0 $Q1 $W0 $W1 $W99999999999 $K $K1 $K__proto__ $B0 $B1 $i0 $i1 $R1 $r1 $X1 $x1';
const ARRAYS = '$A1 $O1 $o1 $U1 $S1 $Ssymbol $s1 $L1 $l1 $G1 $g1 $M1 $m1 $V1 $E1 $I1 $P1 $Z1 $Y';
const PLAIN = '$D $Dx $D1e99 $n $nx $undefined $Infinity $-Infinity $NaN $-0 $$escaped';

/**
 * Texts that begin with `$` and have a meaning in React's wire format: other rows, server functions, files, maps,
 * unlimited numbers, dates, and unknown ones.
 */
export const REFERENCES = [ROWS, THINGS, ARRAYS, PLAIN]
  .flatMap(splitWords)
  .concat('$\0', '$\uD800', `$n${'9'.repeat(301)}`, `$n-${'7'.repeat(300)}`);

/** Odd values of JSON. */
export const ODD_VALUES: readonly unknown[] = JSON.parse(
  '[null, true, false, 0, -1, 1.5, 1e308, 9007199254740994, [], {}, [[]], [null],' +
    '{"length": 1e9}, {"then": 1}, {"toString": null, "valueOf": null}]',
) as unknown[];

/** Keys that every object inherits or that change its nature. */
const KEYS = [
  ...splitWords(
    '__proto__ constructor prototype toString valueOf toJSON then hasOwnProperty length $$typeof _status isAdmin 0',
  ),
  '',
  '\0',
  '\uD800',
];

/** Generates an odd value: a text, a reference, or any value of JSON. */
export function generateOddValue(random: Seeded): unknown {
  const share = random.next();
  if (share < 0.4) return pick(random, TEXTS);
  return share < 0.7 ? pick(random, REFERENCES) : pick(random, ODD_VALUES);
}

/** Replaces a part of a value, at any depth, by the result of `make`, or adds a key to an object. */
export function corrupt(random: Seeded, value: unknown, make: (random: Seeded) => unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.next() < 0.9) {
    const at = random.whole(0, value.length - 1);
    return value.map((item, index) => (index === at ? corrupt(random, item, make) : item));
  }
  if (typeof value !== 'object' || value === null || random.next() < 0.1) return make(random);
  const members = Object.entries(value);
  if (members.length === 0 || random.next() < 0.15)
    return Object.fromEntries([...members, [pick(random, KEYS), make(random)]]);
  const at = random.whole(0, members.length - 1);
  return Object.fromEntries(
    members.map(([key, member], index) => [key, index === at ? corrupt(random, member, make) : member]),
  );
}

/** Changes, removes, inserts or repeats a few characters of a text, or cuts off its end. */
export function garble(random: Seeded, text: string): string {
  let garbled = text;
  for (let times = random.whole(1, 6); times > 0; times -= 1) {
    const at = random.whole(0, Math.max(0, garbled.length - 1));
    const [before, after] = [garbled.slice(0, at), garbled.slice(at + 1)];
    const put = pick(random, [
      '',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '$',
      '\0',
      '\u2028',
      '\uD800',
      '0',
      'null',
      garbled.charAt(at).repeat(3),
    ]);
    garbled = random.next() < 0.05 ? before : before + put + after;
  }
  return garbled;
}

/** Changes a few bytes of a text, which may then not be UTF-8. */
export function garbleBytes(random: Seeded, text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let times = random.whole(1, 6); times > 0 && bytes.length > 0; times -= 1)
    bytes[random.whole(0, bytes.length - 1)] = pick(random, [0xff, 0xc0, 0x80, 0xed, 0xf8, 0, 0x1b]);
  return bytes;
}

/** Returns nested brackets. */
export const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Encodes a text as a part of an address, with lone surrogates replaced. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
