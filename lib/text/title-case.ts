import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

// Abbreviations that keep their capitals.
const CAPITALS = new Set(['SEN', 'CBIT', 'RTP', 'PAXOS']);

/** Turns an enum name into words: CRYPTO_WITHDRAWAL gives "Crypto withdrawal". Works for unknown names as well. */
export function titleCase(name: string): string {
  const words = revealHiddenCharacters(name)
    .split('_')
    .map((word) => (CAPITALS.has(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
