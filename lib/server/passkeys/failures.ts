import 'server-only';
import type { z } from 'zod';
import type { PasskeyFailure } from '@/lib/passkeys/contract';

/** Sentence for a console without a key list. */
export const NO_ROOT =
  'The key list of this console is not set up yet, or does not verify. Two administrators set it up under Account.';

/** Turns an issue of unchecked input into a failure. */
export function explainInput(error: z.ZodError): PasskeyFailure {
  return { kind: 'invalid', reason: error.issues[0]?.message ?? 'The input is not valid.' };
}
