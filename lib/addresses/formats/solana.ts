import { BASE58_ALPHABET, decodeBase58, isBase58 } from '@/lib/addresses/formats/base58check';
import { isOnEd25519 } from '@/lib/addresses/formats/curves';
import { explainByteCount, explainForeignCharacter } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, valid } from '@/lib/addresses/reading';

const KEY_BYTES = 32;
const NO_CHECKSUM = {
  fact: 'Solana addresses have no checksum, so a typing mistake would go unnoticed.',
  check: 'spelling',
} as const;
const OFF_CURVE = {
  fact:
    'No key can control this address. It is right only if it belongs to a program or a custody service, and about half ' +
    'of all mistyped addresses look like this.',
  check: 'owner',
} as const;

/** Reads a Solana address: 32 bytes in base58, without a checksum. Undefined for a text that does not look like one. */
export function readSolana(text: string): Reading | undefined {
  if (text.length < 30 || text.length > 46) return undefined;
  if (!isBase58(text)) {
    return /^[0-9A-Za-z]+$/.test(text) ? mistaken(explainForeignCharacter(text, BASE58_ALPHABET) ?? '') : undefined;
  }
  const bytes = decodeBase58(text);
  if (bytes?.length !== KEY_BYTES) return mistaken(explainByteCount(bytes?.length ?? 0, KEY_BYTES));
  if (isOnEd25519(bytes)) return valid(text, 'On the curve: an account that a key controls', [NO_CHECKSUM]);
  return valid(text, 'Off the curve: the address of a program, or a mistyped one', [OFF_CURVE]);
}
