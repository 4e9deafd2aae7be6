/**
 * Removes the characters at both ends of a text that `isSurrounding` accepts, one code point at a time. A regular
 * expression that searches for the end from each of 100,000 spaces takes half a minute; this takes one pass.
 */
export function trimCharacters(text: string, isSurrounding: (character: string) => boolean): string {
  let start = 0;
  while (start < text.length) {
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!isSurrounding(character)) break;
    start += character.length;
  }
  let end = text.length;
  while (end > start) {
    const character = lastCharacter(text, end);
    if (!isSurrounding(character)) break;
    end -= character.length;
  }
  return text.slice(start, end);
}

function lastCharacter(text: string, end: number): string {
  const pair = String.fromCodePoint(text.codePointAt(end - 2) ?? 0);
  return end >= 2 && pair.length === 2 ? pair : text.charAt(end - 1);
}
