import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { COPY_AGAIN, explainChecksum, explainForeignCharacter, explainLength } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, valid, withLoss } from '@/lib/addresses/reading';

const DIGITS = '0123456789abcdefABCDEF';
const LENGTH = 42;
const WITHOUT_PREFIX = /^[0-9a-f]{40}$/i;
const UNCHECKED = 'so a typing mistake would go unnoticed.';

/**
 * Reads an address of Ethereum or of a network with the same format (EIP-55). Undefined for a text that does not look
 * like one.
 */
export function readEvm(text: string): Reading | undefined {
  if (WITHOUT_PREFIX.test(text))
    return mistaken('The address does not begin with 0x. Ask the recipient for the full address.');
  if (!/^0x/i.test(text)) return undefined;
  if (text.startsWith('0X')) return mistaken(`The address begins with a capital X instead of 0x. ${COPY_AGAIN}`);
  const foreignCharacter = explainForeignCharacter(text, DIGITS, 2);
  if (foreignCharacter) return mistaken(foreignCharacter);
  const wrongLength = explainLength(text.length, [LENGTH]);
  if (wrongLength) return mistaken(wrongLength);
  const normal = text.toLowerCase();
  const digits = text.slice(2);
  const wrongCase = findWrongCase(digits);
  const account = (...facts: string[]) => {
    const notes = facts.map((fact) => ({ fact, check: 'spelling' }) as const);
    return withLoss(valid(normal, 'Account or contract', notes), findLoss(normal));
  };
  if (wrongCase.length === 0) return account();
  if (digits === digits.toLowerCase()) return account(`Written in small letters, ${UNCHECKED}`);
  if (digits === digits.toUpperCase()) return account(`Written in capital letters, ${UNCHECKED}`);
  // Any other wrong character changes the case of every letter, and finding its place would take 600 hashes.
  return mistaken(
    explainChecksum(text, { changed: wrongCase.length === 1 ? wrongCase.map((place) => place + 2) : [], swapped: [] }),
  );
}

/** Writes an address in normal form with the capitals of its checksum (EIP-55). */
export function writeEvm(normal: string): string {
  return `0x${capitalize(normal.slice(2))}`;
}

// EIP-55: a letter is a capital where the same digit of the hash of the small letters is 8 or more.
function findWrongCase(digits: string): number[] {
  const right = capitalize(digits);
  return Array.from(digits, (_, index) => index).filter((index) => digits[index] !== right[index]);
}

function capitalize(digits: string): string {
  const small = digits.toLowerCase();
  const check = bytesToHex(keccak_256(utf8ToBytes(small)));
  return Array.from(small, (digit, index) => ((check[index] ?? '') >= '8' ? digit.toUpperCase() : digit)).join('');
}

// https://eips.ethereum.org and the Yellow Paper, appendix E: the precompiled contracts are the lowest numbers.
function findLoss(normal: string): string | undefined {
  const value = BigInt(normal);
  if (value === 0n) return 'This is the zero address, which no one controls.';
  if (value <= 0x1ffn) return 'This address is reserved for a contract inside the network itself.';
  return BURNS.test(normal) ? 'Addresses like this are used to destroy coins.' : undefined;
}

// One digit throughout, or a word that people write to burn coins.
const BURNS = /^0x(?:([0-9a-f])\1{39}|0{36}dead|dead0{36}|(?:dead){10}|(?:deadbeef){5})$/;
