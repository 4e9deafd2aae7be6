import { fail, ok, type Result } from '@/lib/result';

/** What a passkey belongs to (WebAuthn, relying party): the name in the console's address, and the address itself. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

const NAME = /^(?=.{1,253}$)(?:[a-z0-9-]{1,63}\.)*[a-z][a-z0-9-]{0,62}$/;

/**
 * Finds the relying party of a console's own address (NEXTAUTH_URL). Fails with a sentence where the address cannot
 * hold passkeys: browsers accept only names, over https or at `localhost`.
 */
export function findRelyingParty(address: string): Result<RelyingParty, string> {
  const { protocol, hostname, origin } = new URL(address);
  const isSafe = protocol === 'https:' || hostname === 'localhost';
  if (isSafe && NAME.test(hostname)) return ok({ rpId: hostname, origin });
  return fail(
    `The address of this console is ${origin}. Browsers keep passkeys only for an address with a name, over https or at ` +
      'localhost. Ask the operator of the console to set NEXTAUTH_URL to such an address.',
  );
}
