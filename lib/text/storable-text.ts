import { z } from 'zod';

export const UNSTORABLE = 'This text has a character in it that cannot be kept. Type it again.';

/** Whether a text comes back from databases and services as it was: half characters and the null character are lost or refused on the way. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A text that can be kept, whatever else must hold of it. */
export function storableText() {
  return z.string().refine(isStorable, UNSTORABLE);
}
