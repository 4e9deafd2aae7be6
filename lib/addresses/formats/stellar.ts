import { base32nopad } from '@scure/base';
import { isOnEd25519 } from '@/lib/addresses/formats/curves';
import {
  ASK_AGAIN,
  COPY_AGAIN,
  explainChecksum,
  explainForeignCharacter,
  explainLength,
  findSuspectPlaces,
} from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, unusable, valid, withLoss } from '@/lib/addresses/reading';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ACCOUNT_LENGTH = 56;
const MUXED_LENGTH = 69;
const CHECKSUM_BYTES = 2;
const CHECKSUM_BITS = 16;

/** Things that are no account, by first letter (SEP-23). A secret key, S, is found before this table is read. */
const OTHERS: Record<string, string> = {
  C: 'a contract',
  T: 'a pre-authorised transaction',
  X: 'a hash signer',
  P: 'a signed payload',
  L: 'a liquidity pool',
  B: 'a claimable balance',
};

/** Reads a Stellar account, G, or a muxed account, M (SEP-23). Undefined for a text that does not look like one. */
export function readStellar(text: string): Reading | undefined {
  if (text.length < 50 || text.length > 180) return undefined;
  const capitals = text.toUpperCase();
  const first = capitals.charAt(0);
  if (!/^[A-Z0-9]+={0,6}$/.test(capitals) || !(first === 'G' || first === 'M' || first in OTHERS)) return undefined;
  if (text !== capitals)
    return mistaken(`The address has small letters. Stellar addresses are written in capitals. ${COPY_AGAIN}`);
  const foreignCharacter = explainForeignCharacter(text, ALPHABET);
  if (foreignCharacter) return mistaken(foreignCharacter);
  if (first in OTHERS)
    return hasChecksum(text)
      ? unusable(`This is the ID of ${OTHERS[first]}, not of an account. Ask the recipient for an account (G or M).`)
      : undefined;
  const wrongLength = explainLength(text.length, [first === 'G' ? ACCOUNT_LENGTH : MUXED_LENGTH]);
  if (wrongLength) return mistaken(wrongLength);
  if (!hasChecksum(text)) return explainWrong(text);
  const bytes = base32nopad.decode(text);
  const key = bytes.slice(1, 33);
  if (bytes[0] !== (first === 'G' ? 6 << 3 : 12 << 3))
    return unusable(`The address names a kind of key that Stellar does not have. ${ASK_AGAIN}`);
  const loss = isOnEd25519(key) ? undefined : 'No key can control this account.';
  if (first === 'G') return withLoss(valid(text, 'Account'), loss);
  const memo = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(33).toString();
  return { ...withLoss(valid(text, `Muxed account with memo ID ${memo}`), loss), memo };
}

const KEYED = /^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/;
/**
 * Letters of an address that hold the key, beside the first. The last of them holds one bit of what follows as well.
 */
const KEY_LETTERS = 52;

/**
 * Gives the letters of the key in an account, G, or a muxed account, M: equal for all muxed accounts of an account.
 * Undefined for another text. Nothing else of the address is read.
 */
export function readAccountKey(address: string): string | undefined {
  if (!KEYED.test(address)) return undefined;
  const last = ALPHABET.indexOf(address.charAt(KEY_LETTERS)) & ~1;
  return address.slice(1, KEY_LETTERS) + ALPHABET.charAt(last);
}

/** Lists how an account with this key (`readAccountKey`) and all its muxed accounts begin. */
export function listAccountStarts(key: string): string[] {
  const last = ALPHABET.indexOf(key.slice(-1));
  const spellings = [last, last | 1].map((letter) => key.slice(0, -1) + ALPHABET.charAt(letter));
  return ['G', 'M'].flatMap((kind) => spellings.map((spelling) => kind + spelling));
}

// A text that does not encode back to itself has unused bits set (SEP-23, "Specification").
function hasChecksum(text: string): boolean {
  try {
    const bytes = base32nopad.decode(text);
    return base32nopad.encode(bytes) === text && syndrome(bytes) === 0;
  } catch {
    return false;
  }
}

function explainWrong(text: string): Reading {
  const words = Array.from(text, (character) => ALPHABET.indexOf(character));
  const unused = (text.length * 5) % 8;
  const last = words.at(-1) ?? 0;
  // Unused bits must be zero; where they are not, the checksum cannot be tried.
  if (last % (1 << unused) !== 0) return mistaken(explainChecksum(text, { changed: [words.length - 1], swapped: [] }));
  const difference = BigInt(syndrome(base32nopad.decode(text)));
  const effectOf = (bit: number) => (bit < unused ? 0n : effectOfBit(bit - unused));
  return mistaken(() => explainChecksum(text, findSuspectPlaces(difference, words, effectOf)));
}

/** Computes the right checksum xor the one that the bytes carry: zero where they match. */
function syndrome(bytes: Uint8Array): number {
  const end = bytes.length - CHECKSUM_BYTES;
  return crc16(bytes.subarray(0, end)) ^ ((bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8));
}

// CRC-16/XMODEM.
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = shift(crc);
  }
  return crc;
}

function shift(crc: number): number {
  return (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
}

const effects: number[] = [];

// The checksum is stored with the lower byte first.
function effectOfBit(bit: number): bigint {
  for (let next = effects.length; next <= bit; next += 1) effects.push(nextEffect(next));
  return BigInt(effects[bit] ?? 0);
}

function nextEffect(bit: number): number {
  if (bit < CHECKSUM_BITS) return 1 << ((bit + 8) % CHECKSUM_BITS);
  return bit === CHECKSUM_BITS ? 0x1021 : shift(effects[bit - 1] ?? 0);
}
