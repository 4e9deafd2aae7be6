import 'server-only';
import { readKeyList } from '@/lib/server/passkeys/chain';
import { isProofRequired } from '@/lib/server/passkeys/mode';

/**
 * Gives the reason why there are no planned payments where decisions are signed; undefined where they are not. Their
 * requests would come without the signature of a person, so none is made.
 */
export async function signingReason(): Promise<string | undefined> {
  return isProofRequired() || (await readKeyList()) !== undefined ? SIGNED : undefined;
}

const SIGNED =
  'Decisions are signed with passkeys here, and a planned payment cannot be signed yet. Request each withdrawal from a template instead.';
