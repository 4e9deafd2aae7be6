import { base32nopad } from '@scure/base';
import { isOnEd25519 } from '@/lib/addresses/curves';
import { explainChecksum, explainLength, findStranger, suspectBits } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, unusable, valid } from '@/lib/addresses/reading';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ACCOUNT_LENGTH = 56;
const MUXED_LENGTH = 69;
const CHECKSUM_BYTES = 2;
const CHECKSUM_BITS = 16;

/** What is no account, by its first letter (SEP-23). A secret key, S, is found before anybody reads it as an address. */
const OTHERS: Record<string, string> = {
  C: 'a contract',
  T: 'a transaction approved in advance',
  X: 'a hash that signs',
  P: 'a signed payload',
  L: 'a liquidity pool',
  B: 'a claimable balance',
};

/** A Stellar account, G, or one with an id in it, M (SEP-23). Undefined for a text that is like none. */
export function readStellar(text: string): Reading | undefined {
  if (text.length < 50 || text.length > 180) return undefined;
  const capitals = text.toUpperCase();
  const first = capitals.charAt(0);
  if (!/^[A-Z0-9]+={0,6}$/.test(capitals) || !(first === 'G' || first === 'M' || first in OTHERS)) return undefined;
  if (text !== capitals) return mistaken('It has small letters, and a Stellar address is written in capitals.');
  const stranger = findStranger(text, ALPHABET);
  if (stranger) return mistaken(stranger);
  if (first in OTHERS)
    return hasChecksum(text)
      ? unusable(`This is the id of ${OTHERS[first]}, not of an account. An account begins with G or M.`)
      : undefined;
  const wrongLength = explainLength(text.length, [first === 'G' ? ACCOUNT_LENGTH : MUXED_LENGTH]);
  if (wrongLength) return mistaken(wrongLength);
  if (!hasChecksum(text)) return explainWrong(text);
  const bytes = base32nopad.decode(text);
  const key = bytes.slice(1, 33);
  if (bytes[0] !== (first === 'G' ? 6 << 3 : 12 << 3))
    return unusable('It says that its key is of a kind that Stellar does not have. Ask for the address again.');
  const notes = isOnEd25519(key) ? [] : ['No key can belong to this account: whatever is sent to it is lost.'];
  if (first === 'G') return valid(text, 'Account', notes);
  const memo = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(33).toString();
  return { ...valid(text, `Muxed account, carries memo id ${memo}`, notes), memo };
}

// A text that does not come out again as it was has bits that nobody looks at (SEP-23, "Specification").
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
  // Bits that stand for nothing must be zero; then the checksum has nothing to say.
  if (last % (1 << unused) !== 0) return mistaken(explainChecksum(text, { changed: [words.length - 1], swapped: [] }));
  const difference = BigInt(syndrome(base32nopad.decode(text)));
  const effectOf = (bit: number) => (bit < unused ? 0n : effectOfBit(bit - unused));
  return mistaken(() => explainChecksum(text, suspectBits(difference, words, effectOf)));
}

/** What the checksum should be, xor what it is: zero for a right one. */
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

// The two bytes of the checksum come with the lower one first.
function effectOfBit(bit: number): bigint {
  for (let next = effects.length; next <= bit; next += 1) {
    effects.push(
      next < CHECKSUM_BITS
        ? 1 << ((next + 8) % CHECKSUM_BITS)
        : next === CHECKSUM_BITS
          ? 0x1021
          : shift(effects[next - 1] ?? 0),
    );
  }
  return BigInt(effects[bit] ?? 0);
}
