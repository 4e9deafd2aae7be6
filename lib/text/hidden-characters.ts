// Characters that can disguise a text: controls, zero-width, bidirectional marks, fillers, variation selectors, tags,
// private use, lone surrogates. https://www.unicode.org/reports/tr36/ and https://trojansource.codes
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const HIDDEN_EACH = new RegExp(HIDDEN.source, 'gu');

/** Finds the first invisible or direction-changing character of a text, as "U+200B". */
export function findHiddenCharacter(text: string): string | undefined {
  const match = HIDDEN.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

/** Finds the first character of a text that changes the direction in which it is shown, as "U+202E". */
export function findDirectionMark(text: string): string | undefined {
  const match = /\p{Bidi_Control}/u.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

/** Replaces each hidden character of a foreign text by its code point, such as ⟨U+200B⟩. Does not escape markup. */
export function revealHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_EACH, (character) => `⟨${codePoint(character)}⟩`);
}

/** Removes the hidden characters of a text, for one that something else identifies. */
export function removeHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_EACH, '');
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Explains a control character or a line break, which no text has that a recipient goes by; undefined for others. Names
 * the character, never the text.
 */
export function explainControlCharacter(text: string): string | undefined {
  const found = CONTROL.exec(text)?.[0];
  if (found === undefined) return undefined;
  if (LINE_BREAK.test(found)) return 'This text has a line break. Enter it on one line.';
  return `This text has a control character (${codePoint(found)}). Type the text instead of pasting it.`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
