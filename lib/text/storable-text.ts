import { z } from 'zod';

/** Tells a person that a text cannot be stored. */
export const UNSTORABLE_MESSAGE =
  'This text contains a character that cannot be saved. Remove the character or type the text again.';

/**
 * Returns whether databases and services give a text back unchanged; they lose or reject lone surrogates and the null
 * character.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Creates the schema of a text that can be stored, to be extended with further rules. */
export function storableText() {
  return z.string().refine(isStorable, UNSTORABLE_MESSAGE);
}
