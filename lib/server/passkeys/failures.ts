import 'server-only';
import type { z } from 'zod';
import type { PasskeyFailure } from '@/lib/passkeys/contract';

/** Sentence for a console without a key list. */
export const NO_ROOT =
  'The key list of this console is not set up yet, or does not verify. Two administrators set it up under Account.';

/** Sentence for a console whose key list was set up at another address. */
export const OTHER_ADDRESS = 'The key list belongs to another web address than the one that the console has now.';

/** Turns an issue of unchecked input into a failure. */
export function explainInput(error: z.ZodError): PasskeyFailure {
  return { kind: 'invalid', reason: error.issues[0]?.message ?? 'The input is not valid.' };
}
