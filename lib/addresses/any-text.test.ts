import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { checkAddress } from '@/lib/addresses/check-address';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { findNetwork, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

/** A million by `npm run soak -- addresses`. */
const RUNS = Number(process.env.ADDRESS_RUNS ?? runs(20));
const TIMEOUT = 30_000 + RUNS * 10;

const check = (id: NetworkId, text: string) => checkAddress(text, findNetwork(id));
const familyOf = (id: NetworkId) => findNetwork(id)!.family!;
const ids = KNOWN_NETWORKS.map(({ id }) => id);
const anId = fc.constantFrom(...ids);

// Drawing one takes longer than reading it.
const drawnOf = new Map(
  ids.map((id) => [id, Array.from({ length: 200 }, (_, seed) => generateAddress(id, new SeededRandom(seed)))]),
);
const anAddress = anId.chain((id) => fc.record({ id: fc.constant(id), address: fc.constantFrom(...drawnOf.get(id)!) }));

describe('any text', () => {
  const alphabets = [
    '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    '0123456789abcdefABCDEF',
  ];
  const beginnings = [
    '',
    '1',
    '3',
    'L',
    'M',
    'D',
    'A',
    '9',
    'bc1q',
    'bc1p',
    'BC1',
    'ltc1q',
    'bitcoincash:',
    'q',
    'p',
    '0x',
    'G',
    'GA',
    'MA',
    'C',
    'S',
  ];
  const like = fc
    .tuple(
      fc.constantFrom(...beginnings),
      fc.constantFrom(...alphabets),
      fc.integer({ min: 0, max: 110 }),
      fc.infiniteStream(fc.nat()),
    )
    .map(
      ([beginning, alphabet, length, numbers]) =>
        beginning + Array.from(numbers.take(length), (number) => alphabet[number % alphabet.length]).join(''),
    );
  const any = fc.oneof(
    like,
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );

  it(
    'gets a verdict, and is valid only with a right checksum',
    () => {
      fc.assert(
        fc.property(any, anId, (text, id) => {
          const verdict = check(id, text);
          if (verdict.state === 'valid')
            expect({ text, isRight: isRight(familyOf(id), text) }).toEqual({ text, isRight: true });
          else expect(verdict.reason.length).toBeGreaterThan(10);
        }),
        { numRuns: RUNS / 2 },
      );
    },
    TIMEOUT,
  );

  it(
    'with one character changed, dropped, inserted or swapped is valid only with a right checksum',
    () => {
      fc.assert(
        fc.property(
          anAddress,
          fc.nat(),
          fc.constantFrom('change', 'drop', 'add', 'swap'),
          fc.integer({ min: 33, max: 126 }),
          ({ id, address }, at, how, code) => {
            const place = at % address.length;
            const character = String.fromCharCode(code);
            const [head, tail] = [address.slice(0, place), address.slice(place)];
            const text = {
              change: head + character + tail.slice(1),
              drop: head + tail.slice(1),
              add: head + character + tail,
              swap: head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
            }[how];
            const verdict = check(id, text);
            expect({ text, isRight: verdict.state === 'valid' }).toEqual({
              text,
              isRight: isRight(familyOf(id), text),
            });
            // The explanation shows the place and never the right characters.
            if (verdict.state === 'invalid' && verdict.reason.includes('wrong near'))
              expect(verdict.reason).not.toContain(address.slice(Math.max(place - 3, 0), place + 4));
          },
        ),
        { numRuns: RUNS / 2 },
      );
    },
    TIMEOUT,
  );

  it('with one changed character is marked near that place, where the checksum can tell', () => {
    const found = { right: 0, wrong: 0 };
    let tried = 0;
    fc.assert(
      fc.property(anAddress, fc.nat(), fc.nat({ max: 31 }), ({ id, address }, at, change) => {
        // Only formats whose checksum can be solved for the place.
        const start = /^(?:bc1|ltc1|bitcoincash:|G)/.exec(address)?.[0].length;
        if (start === undefined) return;
        const place = start + (at % (address.length - start));
        const character = (id === 'STELLAR' ? alphabets[2] : alphabets[1])?.[change] ?? '';
        const text = address.slice(0, place) + character + address.slice(place + 1);
        const verdict = check(id, text);
        if (verdict.state !== 'invalid') return;
        tried += 1;
        const shown = /wrong near “…?([^…”]*)…?”/.exec(verdict.reason)?.[1];
        if (shown !== undefined)
          found[shown === text.slice(Math.max(place - 2, 0), place + 3) ? 'right' : 'wrong'] += 1;
      }),
      { numRuns: 2600, seed: 1 },
    );
    expect(found.wrong).toBe(0);
    // Two bytes do not distinguish all places of a Stellar address.
    expect(found.right).toBeGreaterThan(0.97 * tried);
    expect(tried).toBeGreaterThan(400);
  });
});

/** Returns whether a text is an address of a family: a second implementation of the specifications. */
function isRight(family: AddressFamily, text: string): boolean {
  const hash = (...versions: number[]) => text.length <= 40 && versions.includes(versionOf(text) ?? -1);
  switch (family) {
    case 'bitcoin':
      return isSegwit('bc', text) || hash(0x00, 0x05);
    case 'litecoin':
      return isSegwit('ltc', text) || hash(0x30, 0x32, 0x05);
    case 'bitcoin-cash':
      return isCash(text) || hash(0x00, 0x05, 0x1c, 0x28);
    case 'dogecoin':
      return hash(0x1e, 0x16);
    case 'evm':
      return /^0x[0-9a-fA-F]{40}$/.test(text) && (isOneCase(text.slice(2)) || text === capitalized(text));
    case 'solana':
      // 32 bytes, and no address of a format that has a checksum.
      return (
        text.length <= 44 &&
        bytesOf(text)?.length === 32 &&
        !(['bitcoin', 'litecoin', 'bitcoin-cash', 'dogecoin'] as const).some((other) => isRight(other, text))
      );
    case 'stellar':
      return isStellar(text);
    case 'sui':
      return /^0x[0-9a-f]{64}$/.test(text);
  }
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase();
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

function versionOf(text: string): number | undefined {
  const bytes = bytesOf(text);
  if (bytes?.length !== 25) return undefined;
  const twice = createHash('sha256')
    .update(createHash('sha256').update(bytes.subarray(0, 21)).digest())
    .digest();
  return twice.subarray(0, 4).equals(bytes.subarray(21)) ? bytes[0] : undefined;
}

function isSegwit(prefix: string, text: string): boolean {
  for (const coder of [bech32, bech32m]) {
    try {
      const { prefix: read, words } = coder.decode(text as `${string}1${string}`, 90);
      const [version = 99, ...rest] = words;
      const { length } = coder.fromWords(rest);
      return (
        read === prefix &&
        (version === 0
          ? coder === bech32 && [20, 32].includes(length)
          : coder === bech32m && version <= 16 && length >= 2 && length <= 40)
      );
    } catch {
      // Not of this kind.
    }
  }
  return false;
}

function capitalized(text: string): string {
  const digits = text.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const isCapital = (index: number) => '89abcdef'.includes(hash.charAt(index));
  return `0x${digits.replace(/[a-f]/g, (digit, index: number) => (isCapital(index) ? digit.toUpperCase() : digit))}`;
}

function isCash(text: string): boolean {
  const lower = text.toLowerCase();
  if (!isOneCase(text)) return false;
  const payload = lower.startsWith('bitcoincash:') ? lower.slice(12) : lower;
  if (
    !/^[qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,60}$/.test(payload) ||
    (payload.length !== 42 && payload.length !== 61)
  )
    return false;
  const words = [
    2,
    9,
    20,
    3,
    15,
    9,
    14,
    3,
    1,
    19,
    8,
    0,
    ...Array.from(payload, (letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter)),
  ];
  const generators = { 1: 0x98f2bc8e61n, 2: 0x79b76d99e2n, 4: 0xf33e5fb3c4n, 8: 0xae2eabe2a8n, 16: 0x1e4f43e470n };
  let rest = 1n;
  for (const word of words) {
    const top = Number(rest / 2n ** 35n);
    rest = (rest % 2n ** 35n) * 32n + BigInt(word);
    for (const [bit, generator] of Object.entries(generators)) if ((top & Number(bit)) !== 0) rest ^= generator;
  }
  if (rest !== 1n) return false;
  const version = words[12]! * 8 + Math.floor(words[13]! / 4);
  const bits = (payload.length - 8) * 5;
  const padding = words[words.length - 9]! % 2 ** (bits % 8);
  return padding === 0 && (payload.length === 42 ? [0, 8, 16, 24] : [11, 27]).includes(version);
}

function isStellar(text: string): boolean {
  if (!/^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text)) return false;
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const whole = bits.slice(0, bits.length - (bits.length % 8));
  if (/1/.test(bits.slice(whole.length))) return false;
  const bytes = whole.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  let rest = 0n;
  for (const byte of [...bytes.slice(0, -2), 0, 0]) rest = rest * 256n + BigInt(byte);
  for (let bit = BigInt(bytes.length * 8 - 1); bit >= 16n; bit -= 1n)
    if ((rest >> bit) & 1n) rest ^= 0x11021n << (bit - 16n);
  return bytes[0] === (text.startsWith('G') ? 0x30 : 0x60) && Number(rest) === bytes.at(-2)! + bytes.at(-1)! * 256;
}
