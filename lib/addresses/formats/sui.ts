import { ASK_AGAIN, COPY_AGAIN, explainForeignCharacter, explainLength } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, valid, withLoss } from '@/lib/addresses/reading';

const DIGITS = '0123456789abcdef';
const LENGTH = 66;
const MAX_SHORT_LENGTH = 62;
const NO_CHECKSUM = {
  fact: 'Sui addresses have no checksum, so a typing mistake would go unnoticed.',
  check: 'spelling',
} as const;

/**
 * Reads a Sui address: 0x and 32 bytes in hexadecimal, without a checksum. One address has one spelling: capitals and
 * short forms (0x2 for 0x00…02) are refused. Undefined for a text that does not look like one.
 */
export function readSui(text: string): Reading | undefined {
  if (!/^0x/i.test(text)) return undefined;
  if (text.startsWith('0X')) return mistaken(`The address begins with a capital X instead of 0x. ${COPY_AGAIN}`);
  const foreignCharacter = explainForeignCharacter(text.toLowerCase(), DIGITS, 2);
  if (foreignCharacter) return mistaken(foreignCharacter);
  if (text.length < MAX_SHORT_LENGTH)
    return mistaken(
      `A whole Sui address has ${LENGTH - 2} digits after 0x, and this one has ${text.length - 2}. ${ASK_AGAIN}`,
    );
  const wrongLength = explainLength(text.length, [LENGTH]);
  if (wrongLength) return mistaken(wrongLength);
  if (text !== text.toLowerCase())
    return mistaken(`The address has capital letters. Sui addresses are written in small letters. ${COPY_AGAIN}`);
  return withLoss(valid(text, 'Account', [NO_CHECKSUM]), findLoss(text));
}

// https://docs.sui.io: system packages and objects, such as 0x2, 0x5 and 0x403, are the lowest numbers.
function findLoss(text: string): string | undefined {
  const value = BigInt(text);
  if (value === 0n) return 'This is the zero address, which no one controls.';
  if (value <= 0xffffn) return 'This address is reserved for a part of Sui itself.';
  return BURNS.test(text) ? 'Addresses like this are used to destroy coins.' : undefined;
}

// One digit throughout.
const BURNS = /^0x([0-9a-f])\1{63}$/;
