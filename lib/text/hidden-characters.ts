// Characters that can make a text look like another: controls, zero-width, bidirectional marks, fillers, variation
// selectors, tags, private use, half characters. https://www.unicode.org/reports/tr36/ and https://trojansource.codes
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const HIDDEN_EACH = new RegExp(HIDDEN.source, 'gu');

/** The first character of a text that a reader cannot see or that turns its direction, as "U+200B"; undefined where there is none. */
export function findHiddenCharacter(text: string): string | undefined {
  const match = HIDDEN.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

/** A foreign text made safe to read: each hidden character is written out as ⟨U+200B⟩. Markup is the renderer's business. */
export function revealHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_EACH, (character) => `⟨${codePoint(character)}⟩`);
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
