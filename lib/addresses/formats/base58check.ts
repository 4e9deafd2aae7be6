import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import {
  COPY_AGAIN,
  explainByteCount,
  explainChecksum,
  explainForeignCharacter,
  explainLength,
  type SuspectPlaces,
} from '@/lib/addresses/explain-mistake';
import { type InvalidReading, mistaken } from '@/lib/addresses/reading';

/** Alphabet of base58: no 0, O, I or l. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58check = createBase58check(sha256);
const PAYLOAD_BYTES = 25;
const CHECKSUM_BYTES = 4;
const LENGTHS = [33, 34, 35];
const MIN_CHARACTERS = 25;
const MAX_CHARACTERS = 40;

// Letters and digits that people confuse, beside the two cases of a letter.
const TWINS: Record<string, string> = {
  '1': 'iL',
  '2': 'Zz',
  '5': 'Ss',
  '6': 'bG',
  '8': 'B',
  '9': 'gq',
  B: '8',
  G: '6',
  L: '1',
  S: '5',
  Z: '2',
  b: '6',
  g: '9',
  i: '1j',
  j: 'i',
  m: 'n',
  n: 'm',
  q: '9g',
  s: '5',
  u: 'v',
  v: 'u',
  z: '2',
};

/** Returns whether every character is in the alphabet of base58. */
export function isBase58(text: string): boolean {
  return Array.from(text).every((character) => BASE58_ALPHABET.includes(character));
}

/** Decodes base58; undefined where a character is not in the alphabet. */
export function decodeBase58(text: string): Uint8Array | undefined {
  return isBase58(text) ? base58.decode(text) : undefined;
}

/** Decodes base58check and drops the checksum; undefined where the checksum does not match. */
export function decodeBase58check(text: string): Uint8Array | undefined {
  if (text === '' || !isBase58(text)) return undefined;
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a text is about as long as a hash address in base58, a few lost or extra characters included. */
export function isLikeHashAddress(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS;
}

/** Explains the mistake in a text that should be a version byte and a hash of 20 bytes with a checksum. */
export function explainHashAddress(text: string): InvalidReading {
  const foreignCharacter = explainForeignCharacter(text, BASE58_ALPHABET);
  if (foreignCharacter) return mistaken(foreignCharacter);
  const bytes = base58.decode(text);
  if (bytes.length !== PAYLOAD_BYTES) {
    // The number of characters depends on the bytes, so it is named only where 25 bytes cannot have it.
    return mistaken(explainLength(text.length, LENGTHS) ?? explainByteCount(bytes.length, PAYLOAD_BYTES));
  }
  if (text === text.toLowerCase())
    return mistaken(
      'The checksum does not match, and the address has no capital letters. ' +
        `They may have been changed to small letters on the way. ${COPY_AGAIN}`,
    );
  return mistaken(() => explainChecksum(text, findSuspects(text)));
}

/**
 * Finds suspect places by trial. The checksum is a hash, so every trial costs two of them. All characters in all places
 * would take many times the millisecond that a verdict may take, so this tries what people do: the other case, a
 * character that looks the same, a swap.
 */
function findSuspects(text: string): SuspectPlaces {
  const digits = Array.from(text, (character) => BigInt(BASE58_ALPHABET.indexOf(character)));
  const weights = digits.map((_, place) => 58n ** BigInt(text.length - 1 - place));
  const weightOf = (place: number) => weights[place] ?? 0n;
  const digitOf = (place: number) => digits[place] ?? 0n;
  const number = digits.reduce((sum, digit) => sum * 58n + digit, 0n);
  const version = number >> BigInt(8 * (PAYLOAD_BYTES - 1));
  // A right checksum over another version is another kind of address, not this mistake.
  const isRight = (other: bigint) => other >> BigInt(8 * (PAYLOAD_BYTES - 1)) === version && hasChecksum(other);
  const places = Array.from(digits.keys());
  return {
    changed: places.filter((place) =>
      othersFor(text.charAt(place)).some((other) =>
        isRight(number + (BigInt(BASE58_ALPHABET.indexOf(other)) - digitOf(place)) * weightOf(place)),
      ),
    ),
    swapped: places.filter((place) => {
      const difference = digitOf(place) - digitOf(place - 1);
      return place > 0 && difference !== 0n && isRight(number + difference * (weightOf(place - 1) - weightOf(place)));
    }),
  };
}

function hasChecksum(number: bigint): boolean {
  const bytes = hexToBytes(number.toString(16).padStart(2 * PAYLOAD_BYTES, '0'));
  const end = PAYLOAD_BYTES - CHECKSUM_BYTES;
  const check = sha256(sha256(bytes.subarray(0, end)));
  return bytes.subarray(end).every((byte, index) => byte === check[index]);
}

function othersFor(character: string): string[] {
  const lower = character.toLowerCase();
  const otherCase = character === lower ? character.toUpperCase() : lower;
  return Array.from(`${otherCase}${TWINS[character] ?? ''}`).filter(
    (other) => other !== character && BASE58_ALPHABET.includes(other),
  );
}
