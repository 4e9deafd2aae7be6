import { z } from 'zod';
import { explainControlCharacter } from '@/lib/text/hidden-characters';
import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';

/** Rejects a text with a control character or a line break (`explainControlCharacter`). */
export function rejectControlCharacters(text: string, context: z.RefinementCtx): void {
  const message = explainControlCharacter(text);
  // A character that cannot be saved is reported as that.
  if (message !== undefined && isStorable(text)) context.addIssue({ code: 'custom', message });
}

/**
 * Schema of a one-line text without control characters, required where a message is given. Trims spaces around it,
 * which come from pasting.
 */
export function line(maximum: number, required?: string) {
  return z
    .string()
    .trim()
    .min(required ? 1 : 0, required)
    .max(maximum, `Use at most ${maximum} characters.`)
    .refine(isStorable, UNSTORABLE_MESSAGE)
    .superRefine(rejectControlCharacters);
}
