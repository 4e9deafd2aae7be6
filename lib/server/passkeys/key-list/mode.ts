import 'server-only';
import { settings } from '@/lib/server/config/settings';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';

/**
 * Tells whether every request, approval and change must be signed with a passkey (CONSOLE_PROOF): the default in
 * production. Otherwise a person with a passkey signs, and one without decides unsigned.
 */
export function isProofRequired(): boolean {
  const { CONSOLE_PROOF, CONSOLE_ENVIRONMENT } = settings();
  return (CONSOLE_PROOF ?? (CONSOLE_ENVIRONMENT === 'production' ? 'required' : 'optional')) === 'required';
}

/**
 * Tells whether the console requires signatures and has no key list that verifies: in set-up mode people sign in and
 * read, no request or approval is taken, and nothing is claimed (docs/operations.md#passkeys).
 */
export async function isInSetUpMode(): Promise<boolean> {
  return isProofRequired() && (await readKeyList()) === undefined;
}
