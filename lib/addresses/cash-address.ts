import { bech32 } from '@scure/base';
import { BCH_ALPHABET, CASH_ADDRESS_CODE, effectIn, remainderOf, toWords } from '@/lib/addresses/bch-code';
import { explainChecksum, explainLength, findStranger, suspectBits } from '@/lib/addresses/explain-mistake';
import { mistaken, ofTestNetwork, type Reading, unusable, valid } from '@/lib/addresses/reading';

const PREFIX = 'bitcoincash';
const TEST_PREFIXES = ['bchtest', 'bchreg'];
/** Other things that are written the same way. */
const OTHER_PREFIXES: Record<string, string> = { ecash: 'an eCash address', simpleledger: 'an address for SLP tokens' };
const PREFIXES = [PREFIX, ...TEST_PREFIXES, ...Object.keys(OTHER_PREFIXES)];
const CHECKSUM_WORDS = 8;
// CashAddr, "Type byte": the sizes that the three lowest bits stand for.
const SIZES = [20, 24, 28, 32, 40, 48, 56, 64];
// The types of CashAddr, and those of the token upgrade (CHIP-2022-02), which say that a wallet keeps tokens apart.
const KINDS = [
  'Address of a key (P2PKH)',
  'Address of a script (P2SH)',
  'Address of a key (P2PKH) that takes tokens',
  'Address of a script (P2SH) that takes tokens',
];
const LENGTHS = [42, 61];
// Beginnings of all payloads of these types and sizes.
const PAYLOAD = /^(?:[qpzr][a-z0-9]{35,70}|[QPZR][A-Z0-9]{35,70})$/;
const MOST_CHARACTERS = 200;

const effectOf = effectIn(CASH_ADDRESS_CODE);

/** An address in CashAddr. Undefined for a text that is like none. */
export function readCashAddress(text: string): Reading | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const lower = text.toLowerCase();
  const colon = lower.indexOf(':');
  const given = colon < 0 ? undefined : lower.slice(0, colon);
  const payload = lower.slice(colon + 1);
  if (given === undefined ? !PAYLOAD.test(text) : !PREFIXES.includes(given)) return undefined;
  if (text !== lower && text !== text.toUpperCase())
    return mistaken('It mixes capital and small letters, which such an address never does.');
  const stranger = findStranger(lower, BCH_ALPHABET, colon + 1);
  if (stranger) return mistaken(stranger);
  const words = toWords(payload);
  const prefix = (given === undefined ? PREFIXES : [given]).find((candidate) => remainder(candidate, words) === 0n);
  if (prefix === PREFIX) return readPayload(payload, words);
  if (prefix && TEST_PREFIXES.includes(prefix)) return ofTestNetwork('Bitcoin Cash');
  if (prefix) return unusable(`This is ${OTHER_PREFIXES[prefix]}, not a Bitcoin Cash address.`);
  const wrongLength = explainLength(payload.length, LENGTHS);
  if (wrongLength) return mistaken(wrongLength);
  return mistaken(() => {
    const { changed, swapped } = suspectBits(remainder(given ?? PREFIX, words), words, effectOf);
    const start = colon + 1;
    return explainChecksum(lower, {
      changed: changed.map((place) => place + start),
      swapped: swapped.map((place) => place + start),
    });
  });
}

/** A hash as a CashAddr address of a type. */
export function encodeCashAddress(type: number, hash: Uint8Array): string {
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
    return unusable('Its checksum fits, but it is not made of whole bytes. Ask for the address again.');
  const kind = KINDS[version >> 3];
  if (!kind)
    return unusable(
      'Its checksum fits, but it is of a kind that Bitcoin Cash does not have. Ask for the address again.',
    );
  if (hash.length !== SIZES[version & 7])
    return unusable(`It says ${SIZES[version & 7]} bytes and has ${hash.length}. Ask for the address again.`);
  // A hash of a key has 20 bytes; that of a script 20, or 32 since the upgrade of 2023.
  const isScript = ((version >> 3) & 1) === 1;
  if (hash.length !== 20 && !(isScript && hash.length === 32))
    return unusable(
      `It stands for a hash of ${hash.length} bytes, which Bitcoin Cash does not use. Ask for the address again.`,
    );
  return valid(`${PREFIX}:${payload}`, kind);
}

// CashAddr, "Checksum": the low bits of the prefix, a zero, the payload; and a 1 that is taken off in the end.
function remainder(prefix: string, words: readonly number[]): bigint {
  return (
    remainderOf(CASH_ADDRESS_CODE, [...Array.from(prefix, (character) => character.charCodeAt(0) & 31), 0, ...words]) ^
    1n
  );
}
