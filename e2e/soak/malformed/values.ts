import type { Seeded } from '@/scripts/testing/seeded';

/** One of several. */
export function pick<Value>(random: Seeded, from: readonly Value[]): Value {
  return from[random.whole(0, from.length - 1)] as Value;
}

const listed = (words: string) => words.split(/\s+/);

const LONG = ['9'.repeat(400), '0'.repeat(64), 'x'.repeat(501), '😀'.repeat(300), 'e\u0301'.repeat(200)];
const NUMBERS = '-0 -1 1e999 NaN Infinity 0x10 1,1 ٣ 9007199254740993 99999999999999999999';
const TIMES =
  '0000-01-01 9999-99-99 2026-02-30 275760-09-14 -000001-01-01 2026-01-01T00:00:00+99:99 infinity now epoch';
const WORDS =
  '__proto__ constructor then toString null undefined true {} [] $ $$ ../../etc/passwd .. . % _%\\ \\ =1+1 <script>alert(1)</script>';
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

/** Texts that databases, parsers and screens stumble over. */
export const TEXTS = [
  ...UNSEEN,
  ...listed(NUMBERS),
  ...listed(TIMES),
  ...listed(WORDS),
  ...listed(IDS),
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
 * What React's wire format means by a text that begins with `$`: other rows, functions of the server, files, maps, numbers
 * without end, dates, and what there is not.
 */
export const REFERENCES = [ROWS, THINGS, ARRAYS, PLAIN]
  .flatMap(listed)
  .concat('$\0', '$\uD800', `$n${'9'.repeat(301)}`, `$n-${'7'.repeat(300)}`);

/** Anything that JSON can say besides. */
export const ODD: readonly unknown[] = JSON.parse(
  '[null, true, false, 0, -1, 1.5, 1e308, 9007199254740994, [], {}, [[]], [null], {"length": 1e9}, {"then": 1}, {"toString": null, "valueOf": null}]',
) as unknown[];

/** Keys that an object has without being asked, or that make something else of it. */
const KEYS = [
  ...listed(
    '__proto__ constructor prototype toString valueOf toJSON then hasOwnProperty length $$typeof _status isAdmin 0',
  ),
  '',
  '\0',
  '\uD800',
];

/** An odd value: a text, a reference, or whatever JSON can say. */
export function drawOdd(random: Seeded): unknown {
  const share = random.next();
  if (share < 0.4) return pick(random, TEXTS);
  return share < 0.7 ? pick(random, REFERENCES) : pick(random, ODD);
}

/** The same value with something in it, at any depth, made into what `make` gives, or with a key more where it is an object. */
export function spoil(random: Seeded, value: unknown, make: (random: Seeded) => unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.next() < 0.9) {
    const at = random.whole(0, value.length - 1);
    return value.map((item, index) => (index === at ? spoil(random, item, make) : item));
  }
  if (typeof value !== 'object' || value === null || random.next() < 0.1) return make(random);
  const members = Object.entries(value);
  if (members.length === 0 || random.next() < 0.15)
    return Object.fromEntries([...members, [pick(random, KEYS), make(random)]]);
  const at = random.whole(0, members.length - 1);
  return Object.fromEntries(
    members.map(([key, member], index) => [key, index === at ? spoil(random, member, make) : member]),
  );
}

/** A text with a few of its characters changed, taken out, put in or doubled, or with its end cut off. */
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

/** The same in bytes, which need be no UTF-8 any more. */
export function garbleBytes(random: Seeded, text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let times = random.whole(1, 6); times > 0 && bytes.length > 0; times -= 1)
    bytes[random.whole(0, bytes.length - 1)] = pick(random, [0xff, 0xc0, 0x80, 0xed, 0xf8, 0, 0x1b]);
  return bytes;
}

/** Brackets in brackets, or only their first half. */
export const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** As a part of an address, where UTF-8 has it. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
