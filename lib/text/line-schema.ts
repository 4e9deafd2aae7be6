import { z } from 'zod';
import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';

/** Schema of a one-line text, required where a message is given. Trims spaces around it, which come from pasting. */
export function line(maximum: number, required?: string) {
  return z
    .string()
    .trim()
    .min(required ? 1 : 0, required)
    .max(maximum, `Use at most ${maximum} characters.`)
    .refine(isStorable, UNSTORABLE_MESSAGE);
}
