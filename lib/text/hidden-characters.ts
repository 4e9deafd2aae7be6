// Characters that can disguise a text: controls, zero-width, bidirectional marks, fillers, variation selectors, tags,
// private use, lone surrogates. https://www.unicode.org/reports/tr36/ and https://trojansource.codes
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const HIDDEN_EACH = new RegExp(HIDDEN.source, 'gu');

/** Finds the first invisible or direction-changing character of a text, as "U+200B". */
export function findHiddenCharacter(text: string): string | undefined {
  const match = HIDDEN.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

/** Replaces each hidden character of a foreign text by its code point, such as ⟨U+200B⟩. Does not escape markup. */
export function revealHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_EACH, (character) => `⟨${codePoint(character)}⟩`);
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
