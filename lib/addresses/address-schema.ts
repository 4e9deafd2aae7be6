import { z } from 'zod';
import { explainNotAddress } from '@/lib/addresses/check-address';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

/**
 * Schema of an address as a form takes it, on any network: required, without spaces and hidden characters. A text that
 * holds something else or more, such as a payment link, is explained whatever its length.
 */
export function addressText(required: string) {
  return z
    .string()
    .trim()
    .min(1, required)
    .superRefine((text, context) => {
      const message = explainNotAddress(text) ?? explainCharacter(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}

function explainCharacter(text: string): string | undefined {
  const hidden = findHiddenCharacter(text);
  if (hidden !== undefined)
    return `This text has an invisible character (${hidden}). Type the text instead of pasting it.`;
  return /\s/.test(text) ? 'Remove the spaces.' : undefined;
}
