import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check';
import { type AddressFamily, findNetwork, NETWORKS, type NetworkId } from '@/lib/networks';
import { drawAddress } from '@/sandbox/addresses/draw-address';
import { Draw } from '@/sandbox/random';

/** A million by `npm run test:addresses`. */
const RUNS = Number(process.env.ADDRESS_RUNS ?? 20_000);
const TIMEOUT = 30_000 + RUNS * 10;

const check = (id: NetworkId, text: string) => checkAddress(text, findNetwork(id));
const familyOf = (id: NetworkId) => NETWORKS.find((network) => network.id === id)!.family;
const ids = NETWORKS.map(({ id }) => id);
const anId = fc.constantFrom(...ids);

// Drawing one takes longer than reading it.
const drawnOf = new Map(ids.map((id) => [id, Array.from({ length: 200 }, (_, seed) => drawAddress(id, new Draw(seed)))]));
const anAddress = anId.chain((id) => fc.record({ id: fc.constant(id), address: fc.constantFrom(...drawnOf.get(id)!) }));

const NAMES: Record<AddressFamily, RegExp> = {
  bitcoin: /^This is a Bitcoin address, not an? .* address\.$/,
  litecoin: /^This is a Litecoin address, not an? .* address\.$/,
  'bitcoin-cash': /^This is a Bitcoin Cash address, not an? .* address\.$/,
  evm: /^This is an EVM address \(Ethereum and networks like it\), not a .* address\.$/,
  solana: /^This is a Solana address, not an? .* address\.$/,
  stellar: /^This is a Stellar address, not an? .* address\.$/,
};

// Version bytes that mean something on more than one network.
const SHARED = /^[13]/;

describe('an address of each network on each network', () => {
  const draw = new Draw(5);
  const drawn = ids.flatMap((id) => Array.from({ length: 40 }, () => ({ id, text: drawAddress(id, draw) })));

  it.each(ids)('%s', (id) => {
    for (const { id: other, text } of drawn) {
      const verdict = check(id, text);
      if (familyOf(id) === familyOf(other)) {
        expect(verdict, text).toMatchObject({ state: 'valid' });
        // The normal form of a normal form is itself.
        if (verdict.state === 'valid') expect(check(id, verdict.normal)).toMatchObject({ state: 'valid', normal: verdict.normal });
      } else if (SHARED.test(text) && familyOf(other) === 'bitcoin' && ['bitcoin-cash', 'litecoin'].includes(familyOf(id))) {
        const isShared = familyOf(id) === 'bitcoin-cash' || text.startsWith('3');
        expect(verdict.state, text).toBe(isShared ? 'valid' : 'invalid');
        if (verdict.state === 'valid') expect(verdict.notes.join(' ')).toContain('Bitcoin');
      } else {
        expect(verdict, text).toMatchObject({ state: 'invalid', reason: expect.stringMatching(NAMES[familyOf(other)]) });
      }
    }
  });

  it('is unchecked, never valid, on a network that is not known', () => {
    for (const { text } of drawn) {
      expect(checkAddress(text, undefined)).toMatchObject({ state: 'unchecked', reason: expect.stringContaining('cannot be checked') });
      expect(checkAddress(text, { label: 'Newchain' })).toMatchObject({ state: 'unchecked', reason: expect.stringContaining('Newchain') });
    }
  });
});

describe('what is pasted in place of an address', () => {
  it.each([
    ['SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR', /Stellar secret key.*treat it as known to others/],
    ['L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', /secret key.*WIF/],
    ['5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9', /secret key/],
    ['T7D5nzjrpVi1hVbqeYt8GpA5dJf2vJmGx9tDkaQGu1U9KWVhNYYD', /secret key/],
    ['6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', /BIP 38/],
    [`xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi`, /BIP 32/],
    [`[${Array.from({ length: 64 }, (_, index) => index * 3).join(',')}]`, /secret key/],
    ['legal winner thank year wave sausage worth useful legal winner thank yellow', /recovery phrase/],
    ['4'.repeat(64), /transaction hash or a secret key/],
    [`0x${'aB'.repeat(32)}`, /transaction hash or a secret key/],
    ['5wHu1qwD7q5ifaN5nwdcDqNFo53GJqa7nLp2BLPASe7FPYoWZL3YBrJmVL6nrMtwKjNFin1F6uWmqJXBCjfVvE3F', /Solana transaction signature/],
    [`02${'79be667e'.repeat(8)}`, /public key/],
    ['xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8', /extended public key/],
    ['lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu', /Lightning/],
    [
      'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
      /Lightning/,
    ],
    ['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5', /payment link; paste only/],
    ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1', /payment link/],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1', /payment link/],
    ['web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', /payment link/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1', /payment link/],
    ['arb1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /EIP-3770/],
    ['https://example.com/pay/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /web page/],
    ['treasury.eth', /Names are not looked up\. Paste the address\./],
    ['pay.münchen.eth', /Names are not looked up/],
    ['@treasury', /Names are not looked up/],
    ['treasury@example.com', /Names are not looked up/],
    ['treasury*example.com', /federated.*Names are not looked up/],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /Tron/],
    ['D5ERdEN1gsouFSs7zsq7VYJxyWP6dP28H1', /Dogecoin/],
    ['XanAvE5GMB8CsPH78B9moJq9viEVKvCS4f', /Dash/],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', /XRP/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ', /space or a line end before or after/],
    ['bc1qw508d6qejxtdg4y5r3\nzarvary0c5xw7kv8f3t4', /Character 23 is a space or a line end/],
    ['bc1qw508d6qejxtdg4y5r3\u200bzarvary0c5xw7kv8f3t4', /cannot be seen \(U\+200B\)/],
    ['\u202ebc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /cannot be seen \(U\+202E\)/],
    ['bc1qw508d6qejxtdg4y5r3zаrvary0c5xw7kv8f3t4', /Character 24 is “а”/],
    ['', /no address/],
    ['?', /not an? .* address/],
  ])('%s', (text, reason) => {
    for (const id of ids) expect(check(id, text), id).toMatchObject({ state: 'invalid', reason: expect.stringMatching(reason) });
  });

  it('never repeats a secret', () => {
    for (const text of ['SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR', 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'ab'.repeat(32)]) {
      for (const network of [...ids.map(findNetwork), undefined, { label: 'Newchain' }]) {
        const verdict = checkAddress(text, network);
        expect(verdict.state).not.toBe('valid');
        const said = JSON.stringify(verdict);
        for (let at = 0; at + 6 <= text.length; at += 1) expect(said).not.toContain(text.slice(at, at + 6));
      }
    }
  });

  it.each(['a', '\u{1f4a9}', '1', ' ', '0x', 'bc1', 'q', '.', 'a ', '[1,', '\u200b', ':'])('ten million characters of %j', (part) => {
    const text = part.repeat(10_000_000 / part.length);
    for (const id of ids) expect(check(id, text).state).toBe('invalid');
    for (const size of [4096, 300, 90]) for (const id of ids) expect(check(id, text.slice(0, size)).state).toBe('invalid');
  });
});

describe('any text', () => {
  const alphabets = [
    '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    '0123456789abcdefABCDEF',
  ];
  const beginnings = ['', '1', '3', 'L', 'M', 'bc1q', 'bc1p', 'BC1', 'ltc1q', 'bitcoincash:', 'q', 'p', '0x', 'G', 'GA', 'MA', 'C', 'S'];
  const like = fc
    .tuple(fc.constantFrom(...beginnings), fc.constantFrom(...alphabets), fc.integer({ min: 0, max: 110 }), fc.infiniteStream(fc.nat()))
    .map(([beginning, alphabet, length, numbers]) => beginning + Array.from(numbers.take(length), (number) => alphabet[number % alphabet.length]).join(''));
  const any = fc.oneof(like, fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ unit: 'grapheme', maxLength: 60 }));

  it(
    'gets a verdict, and a valid one only with a right checksum',
    () => {
      fc.assert(
        fc.property(any, anId, (text, id) => {
          const verdict = check(id, text);
          if (verdict.state === 'valid') expect(isRight(familyOf(id), text), text).toBe(true);
          else expect(verdict.reason.length).toBeGreaterThan(10);
        }),
        { numRuns: RUNS / 2 },
      );
    },
    TIMEOUT,
  );

  it(
    'which was an address until one character was changed, left out, put in or swapped, is one only with a right checksum',
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
            expect(verdict.state === 'valid', text).toBe(isRight(familyOf(id), text));
            // The place is named, and what should be there never is.
            if (verdict.state === 'invalid' && verdict.reason.includes('near here'))
              expect(verdict.reason).not.toContain(address.slice(Math.max(place - 3, 0), place + 4));
          },
        ),
        { numRuns: RUNS / 2 },
      );
    },
    TIMEOUT,
  );

  it('with one changed character is wrong near there, where the checksum can tell', () => {
    const found = { right: 0, wrong: 0 };
    let tried = 0;
    fc.assert(
      fc.property(anAddress, fc.nat(), fc.nat({ max: 31 }), ({ id, address }, at, change) => {
        // The formats whose checksum can be solved for the place.
        const start = /^(?:bc1|ltc1|bitcoincash:|G)/.exec(address)?.[0].length;
        if (start === undefined) return;
        const place = start + (at % (address.length - start));
        const character = (id === 'STELLAR' ? alphabets[2] : alphabets[1])?.[change] ?? '';
        const text = address.slice(0, place) + character + address.slice(place + 1);
        const verdict = check(id, text);
        if (verdict.state !== 'invalid') return;
        tried += 1;
        const shown = /near here: …?([^…]*)…?\.$/.exec(verdict.reason)?.[1];
        if (shown !== undefined) found[shown === text.slice(Math.max(place - 2, 0), place + 3) ? 'right' : 'wrong'] += 1;
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(found.wrong).toBe(0);
    // Two bytes cannot tell all places of a Stellar address apart.
    expect(found.right).toBeGreaterThan(0.97 * tried);
    expect(tried).toBeGreaterThan(400);
  });
});

/** Whether a text is an address of a family, written again from the specifications and in another way. */
function isRight(family: AddressFamily, text: string): boolean {
  const hash = (...versions: number[]) => text.length <= 40 && versions.includes(versionOf(text) ?? -1);
  switch (family) {
    case 'bitcoin':
      return isSegwit('bc', text) || hash(0x00, 0x05);
    case 'litecoin':
      return isSegwit('ltc', text) || hash(0x30, 0x32, 0x05);
    case 'bitcoin-cash':
      return isCash(text) || hash(0x00, 0x05, 0x1c, 0x28);
    case 'evm':
      return /^0x[0-9a-fA-F]{40}$/.test(text) && (isOneCase(text.slice(2)) || text === capitalized(text));
    case 'solana':
      // 32 bytes, and no address of a format that has a checksum.
      return text.length <= 44 && bytesOf(text)?.length === 32 && !(['bitcoin', 'litecoin', 'bitcoin-cash'] as const).some((other) => isRight(other, text));
    case 'stellar':
      return isStellar(text);
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
        read === prefix && (version === 0 ? coder === bech32 && [20, 32].includes(length) : coder === bech32m && version <= 16 && length >= 2 && length <= 40)
      );
    } catch {
      // Not of this kind.
    }
  }
  return false;
}

function capitalized(text: string): string {
  const digits = text.slice(2).toLowerCase();
  const check = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${digits.replace(/[a-f]/g, (digit, index: number) => ('89abcdef'.includes(check.charAt(index)) ? digit.toUpperCase() : digit))}`;
}

function isCash(text: string): boolean {
  const lower = text.toLowerCase();
  if (!isOneCase(text)) return false;
  const payload = lower.startsWith('bitcoincash:') ? lower.slice(12) : lower;
  if (!/^[qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,60}$/.test(payload) || (payload.length !== 42 && payload.length !== 61)) return false;
  const words = [2, 9, 20, 3, 15, 9, 14, 3, 1, 19, 8, 0, ...Array.from(payload, (letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter))];
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
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const whole = bits.slice(0, bits.length - (bits.length % 8));
  if (/1/.test(bits.slice(whole.length))) return false;
  const bytes = whole.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  let rest = 0n;
  for (const byte of [...bytes.slice(0, -2), 0, 0]) rest = rest * 256n + BigInt(byte);
  for (let bit = BigInt(bytes.length * 8 - 1); bit >= 16n; bit -= 1n) if ((rest >> bit) & 1n) rest ^= 0x11021n << (bit - 16n);
  return bytes[0] === (text.startsWith('G') ? 0x30 : 0x60) && Number(rest) === bytes.at(-2)! + bytes.at(-1)! * 256;
}
