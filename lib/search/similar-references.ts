const MIN_LENGTH = 5;
const MAX_LENGTH = 40;
const SIGNS = Array.from('0123456789abcdefghijklmnopqrstuvwxyz-_./');
// A shorter beginning of a term would say too little.
const MIN_SHARE = 0.6;

/**
 * Lists the keys (references in lower case) that a term may have been meant for: those that differ by one character
 * that was left out, added, replaced or swapped with its neighbour, then its own beginnings, the longest first. Empty
 * for a term that is too short or too long to tell. At most 3,600 for a term of 40 characters.
 */
export function listSimilarKeys(term: string): string[] {
  const key = term.toLowerCase();
  // Half of a surrogate pair would be no text.
  const signs = Array.from(key);
  if (signs.length < MIN_LENGTH || signs.length > MAX_LENGTH) return [];
  const keys = new Set<string>();
  const add = (...parts: readonly string[][]) => keys.add(parts.flat().join(''));
  for (let at = 0; at <= signs.length; at += 1) {
    const [before, after] = [signs.slice(0, at), signs.slice(at)];
    const [one, two, ...rest] = after;
    if (one !== undefined) add(before, after.slice(1));
    if (one !== undefined && two !== undefined) add(before, [two, one], rest);
    for (const sign of SIGNS) {
      add(before, [sign], after);
      if (one !== undefined) add(before, [sign], after.slice(1));
    }
  }
  for (let length = signs.length - 2; length >= Math.max(MIN_LENGTH, signs.length * MIN_SHARE); length -= 1)
    add(signs.slice(0, length));
  keys.delete(key);
  return [...keys];
}
