import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { explainChecksum, explainLength, findStranger } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, valid } from '@/lib/addresses/reading';

const DIGITS = '0123456789abcdefABCDEF';
const LENGTH = 42;
const WITHOUT_PREFIX = /^[0-9a-f]{40}$/i;
const UNCHECKED = 'without the EIP-55 checksum, so a typing mistake would not be noticed.';

/** An address of Ethereum and of the networks that work like it. Undefined for a text that is like none. */
export function readEvm(text: string): Reading | undefined {
  if (WITHOUT_PREFIX.test(text)) return mistaken('It does not begin with 0x. Ask whether the whole address was given.');
  if (!/^0x/i.test(text)) return undefined;
  if (text.startsWith('0X')) return mistaken('It begins with a capital X; such an address begins with 0x.');
  const stranger = findStranger(text, DIGITS, 2);
  if (stranger) return mistaken(stranger);
  const wrongLength = explainLength(text.length, [LENGTH]);
  if (wrongLength) return mistaken(wrongLength);
  const normal = text.toLowerCase();
  const digits = text.slice(2);
  const wrongCase = findWrongCase(digits);
  if (wrongCase.length === 0) return valid(normal, 'Account or contract', notesOn(normal));
  if (digits === digits.toLowerCase())
    return valid(normal, 'Account or contract', [`Written in small letters, ${UNCHECKED}`, ...notesOn(normal)]);
  if (digits === digits.toUpperCase())
    return valid(normal, 'Account or contract', [`Written in capital letters, ${UNCHECKED}`, ...notesOn(normal)]);
  // Any other change of a character changes all letters' cases, and 600 hashes would take too long to find it.
  return mistaken(
    explainChecksum(text, { changed: wrongCase.length === 1 ? wrongCase.map((place) => place + 2) : [], swapped: [] }),
  );
}

// EIP-55: a letter is a capital where the same digit of the hash of the small letters is 8 or more.
function findWrongCase(digits: string): number[] {
  const check = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return Array.from(digits, (_, index) => index).filter((index) => {
    const digit = digits[index] ?? '';
    return digit !== ((check[index] ?? '') >= '8' ? digit.toUpperCase() : digit.toLowerCase());
  });
}

// https://eips.ethereum.org and the Yellow Paper, appendix E: the precompiled contracts are the lowest numbers.
function notesOn(normal: string): string[] {
  const value = BigInt(normal);
  if (value === 0n) return ['This is the zero address. Nobody holds its key: whatever is sent to it is lost.'];
  if (value <= 0x1ffn)
    return ['This number is kept for a contract inside the network itself: whatever is sent to it is lost.'];
  if (BURNS.test(normal)) return ['Addresses like this are used to destroy coins: whatever is sent to it is lost.'];
  return [];
}

// One digit throughout, or the words that people burn coins with.
const BURNS = /^0x(?:([0-9a-f])\1{39}|0{36}dead|dead0{36}|(?:dead){10}|(?:deadbeef){5})$/;
