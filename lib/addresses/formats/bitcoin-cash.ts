import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/formats/base58check';
import { mistaken, ofTestNetwork, type Reading, unusable, valid } from '@/lib/addresses/reading';
import { bech32 } from '@scure/base';
import {
  BCH_ALPHABET,
  CASH_ADDRESS_CODE,
  computeRemainder,
  createBitEffect,
  toWords,
} from '@/lib/addresses/formats/bch-code';
import {
  ASK_AGAIN,
  explainChecksum,
  explainForeignCharacter,
  explainLength,
  findSuspectPlaces,
  MIXED_CASE,
} from '@/lib/addresses/explain-mistake';

const KEY = 0;
const SCRIPT = 1;
const TYPES: Record<number, number> = { 0x00: KEY, 0x1c: KEY, 0x05: SCRIPT, 0x28: SCRIPT };
const LEGACY = {
  fact: 'Bitcoin uses the same legacy format.',
  check: 'network',
  network: 'Bitcoin Cash',
} as const;

/**
 * Reads a Bitcoin Cash address: CashAddr with or without the prefix, the legacy format shared with Bitcoin, or that of
 * a wallet whose addresses begin with C or H. Undefined for a text that does not look like one.
 */
export function readBitcoinCash(text: string): Reading | undefined {
  const reading = readCashAddress(text);
  if (reading) return reading;
  if (!/^[13CHmn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version = -1, ...hash] = decoded;
  const type = TYPES[version];
  if (type === undefined) return version === 0x6f || version === 0xc4 ? ofTestNetwork('Bitcoin Cash') : undefined;
  const kind = type === KEY ? 'Address of a key (P2PKH), legacy format' : 'Address of a script (P2SH), legacy format';
  return valid(encodeCashAddress(type, Uint8Array.from(hash)), kind, /^[13]/.test(text) ? [LEGACY] : []);
}

const PREFIX = 'bitcoincash';
const TEST_PREFIXES = ['bchtest', 'bchreg'];
/** Addresses of other systems in the same format. */
const OTHER_PREFIXES: Record<string, string> = { ecash: 'an eCash address', simpleledger: 'an SLP token address' };
const PREFIXES = [PREFIX, ...TEST_PREFIXES, ...Object.keys(OTHER_PREFIXES)];
const CHECKSUM_WORDS = 8;
// CashAddr, "Type byte": the sizes that the three lowest bits stand for.
const SIZES = [20, 24, 28, 32, 40, 48, 56, 64];
// The types of CashAddr, and those of the token upgrade (CHIP-2022-02): the wallet declares that it handles tokens.
const KINDS = [
  'Address of a key (P2PKH)',
  'Address of a script (P2SH)',
  'Address of a key (P2PKH), accepts tokens',
  'Address of a script (P2SH), accepts tokens',
];
const LENGTHS = [42, 61];
// Beginnings of all payloads of these types and sizes.
const PAYLOAD = /^(?:[qpzr][a-z0-9]{35,70}|[QPZR][A-Z0-9]{35,70})$/;
const MAX_CHARACTERS = 200;

const effectOf = createBitEffect(CASH_ADDRESS_CODE);

/** Reads an address in the CashAddr format. Undefined for a text that does not look like one. */
function readCashAddress(text: string): Reading | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const lower = text.toLowerCase();
  const colon = lower.indexOf(':');
  const given = colon < 0 ? undefined : lower.slice(0, colon);
  const payload = lower.slice(colon + 1);
  if (given === undefined ? !PAYLOAD.test(text) : !PREFIXES.includes(given)) return undefined;
  if (text !== lower && text !== text.toUpperCase()) return mistaken(MIXED_CASE);
  const foreignCharacter = explainForeignCharacter(lower, BCH_ALPHABET, colon + 1);
  if (foreignCharacter) return mistaken(foreignCharacter);
  const words = toWords(payload);
  const prefix = (given === undefined ? PREFIXES : [given]).find((candidate) => remainder(candidate, words) === 0n);
  if (prefix === PREFIX) return readPayload(payload, words);
  if (prefix && TEST_PREFIXES.includes(prefix)) return ofTestNetwork('Bitcoin Cash');
  if (prefix) {
    return unusable(
      `This is ${OTHER_PREFIXES[prefix]}, not a Bitcoin Cash address. ` +
        'Ask the recipient for an address that begins with bitcoincash:.',
    );
  }
  const wrongLength = explainLength(payload.length, LENGTHS);
  if (wrongLength) return mistaken(wrongLength);
  return mistaken(() => {
    const { changed, swapped } = findSuspectPlaces(remainder(given ?? PREFIX, words), words, effectOf);
    const start = colon + 1;
    return explainChecksum(lower, {
      changed: changed.map((place) => place + start),
      swapped: swapped.map((place) => place + start),
    });
  });
}

/** Writes a hash as a CashAddr address with the prefix. `type` is 0 for a key, 1 for a script. */
function encodeCashAddress(type: number, hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of((type << 3) | SIZES.indexOf(hash.length), ...hash));
  const checksum = remainder(PREFIX, [...words, ...Array.from({ length: CHECKSUM_WORDS }, () => 0)]);
  const checkWords = Array.from({ length: CHECKSUM_WORDS }, (_, index) =>
    Number((checksum >> BigInt(5 * (CHECKSUM_WORDS - 1 - index))) & 31n),
  );
  return `${PREFIX}:${[...words, ...checkWords].map((word) => BCH_ALPHABET[word]).join('')}`;
}

function readPayload(payload: string, words: readonly number[]): Reading {
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -CHECKSUM_WORDS));
  const [version, ...hash] = bytes ?? [];
  if (version === undefined)
    return unusable(`The checksum matches, but the address does not hold whole bytes. ${ASK_AGAIN}`);
  const kind = KINDS[version >> 3];
  if (!kind) return unusable(`The checksum matches, but Bitcoin Cash does not have this kind of address. ${ASK_AGAIN}`);
  if (hash.length !== SIZES[version & 7])
    return unusable(`The address announces ${SIZES[version & 7]} bytes and holds ${hash.length}. ${ASK_AGAIN}`);
  // The hash of a key has 20 bytes; that of a script 20, or 32 since the upgrade of 2023.
  const isScript = ((version >> 3) & 1) === 1;
  if (hash.length !== 20 && !(isScript && hash.length === 32))
    return unusable(`The address holds a hash of ${hash.length} bytes, which Bitcoin Cash does not use. ${ASK_AGAIN}`);
  return valid(`${PREFIX}:${payload}`, kind);
}

// CashAddr, "Checksum": the low bits of the prefix, a zero, the payload; and a 1 that is removed in the end.
function remainder(prefix: string, words: readonly number[]): bigint {
  return (
    computeRemainder(CASH_ADDRESS_CODE, [
      ...Array.from(prefix, (character) => character.charCodeAt(0) & 31),
      0,
      ...words,
    ]) ^ 1n
  );
}
