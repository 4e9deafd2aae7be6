const MIN_LENGTH = 5;
const MAX_LENGTH = 40;
const SIGNS = Array.from('0123456789abcdefghijklmnopqrstuvwxyz-_./');
// A shorter beginning of a term would say too little.
const MIN_SHARE = 0.6;

// The most digits that a number in a reference is filled up to.
const MAX_PADDED = 8;

function hasUsualLength(key: string): boolean {
  const { length } = Array.from(key);
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/**
 * Lists the keys that differ by the zeros before a number, such as `inv-2026-0003` for "INV-2026-3" and the other way
 * round; the last number first, since that is the one that counts.
 */
export function listPaddedKeys(term: string): string[] {
  const key = term.toLowerCase();
  if (!hasUsualLength(key)) return [];
  const numbers = [...key.matchAll(/\d+/g)].toReversed();
  return numbers.flatMap(({ 0: digits, index }) => {
    const plain = digits.replace(/^0+(?=\d)/, '');
    const widths = Array.from({ length: Math.max(0, MAX_PADDED - plain.length) + 1 }, (_, more) => plain.length + more);
    return widths
      .map((width) => plain.padStart(width, '0'))
      .filter((padded) => padded !== digits)
      .map((padded) => key.slice(0, index) + padded + key.slice(index + digits.length));
  });
}

/**
 * Lists the keys (references in lower case) that a term may have been meant for: those whose numbers have other zeros
 * before them, those that differ by one character that was left out, added, replaced or swapped with its neighbour,
 * then its own beginnings, the longest first; then the same with hyphens between its words. Empty for a term that is
 * too short or too long to tell. At most 4,000 for a term of 40 characters, and twice as many for one with spaces.
 */
export function listSimilarKeys(term: string): string[] {
  const key = term.toLowerCase();
  const hyphenated = key.replaceAll(/\s+/gu, '-');
  const keys = new Set([...new Set([key, hyphenated])].flatMap(listNearMisses));
  keys.delete(key);
  return [...keys];
}

function listNearMisses(key: string): string[] {
  if (!hasUsualLength(key)) return [];
  // Half of a surrogate pair would be no text.
  const signs = Array.from(key);
  const keys = new Set<string>(listPaddedKeys(key));
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
  return [...keys];
}
