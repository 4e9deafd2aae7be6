const MAX_BEFORE = 40;

/**
 * Cuts the part of a text out in which one of these words comes first, ignoring case: at most `maxLength` characters
 * and an ellipsis at each cut end. The beginning of the text where it has none of the words.
 */
export function excerpt(text: string, words: readonly string[], maxLength: number): string {
  const characters = Array.from(text.toWellFormed());
  if (characters.length <= maxLength) return characters.join('');
  const wanted = words.map((word) => Array.from(word.toLowerCase())).filter((word) => word.length > 0);
  const folded = characters.map((character) => character.toLowerCase());
  const found = folded.findIndex((_, index) =>
    wanted.some((word) => word.every((character, offset) => folded[index + offset] === character)),
  );
  const start = Math.max(
    0,
    Math.min(found - Math.min(MAX_BEFORE, Math.floor(maxLength / 3)), characters.length - maxLength),
  );
  const end = start + maxLength;
  return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`;
}
