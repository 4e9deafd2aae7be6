import { BASE58_ALPHABET, decodeBase58, isBase58 } from '@/lib/addresses/base58check';
import { isOnEd25519 } from '@/lib/addresses/curves';
import { findStranger } from '@/lib/addresses/explain-mistake';
import { mistaken, type Reading, valid } from '@/lib/addresses/reading';

const KEY_BYTES = 32;

/** A Solana address: 32 bytes in base58, without any checksum. Undefined for a text that is like none. */
export function readSolana(text: string): Reading | undefined {
  if (text.length < 30 || text.length > 46) return undefined;
  if (!isBase58(text))
    return /^[0-9A-Za-z]+$/.test(text) ? mistaken(findStranger(text, BASE58_ALPHABET) ?? '') : undefined;
  const bytes = decodeBase58(text);
  if (bytes?.length !== KEY_BYTES)
    return mistaken(
      `It stands for ${bytes?.length} bytes, and a Solana address for ${KEY_BYTES}: characters are missing or too many.`,
    );
  if (isOnEd25519(bytes))
    return valid(text, 'On the curve: an account that a key signs for', [
      'Solana addresses have no checksum, so a typing mistake would not be noticed.',
    ]);
  return valid(text, "Off the curve: a program's address, or a mistyped one", [
    'No key can belong to this address. It is right only if a program or a custody service gave it; a mistyped address looks like this half of the time.',
  ]);
}
