import 'server-only';
import { createHash } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { cookies } from 'next/headers';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { settings } from '@/lib/server/config/settings';

/**
 * Names the sign-in that this browser started within the last 15 minutes, by its state cookie, which was encrypted with
 * the secret of this console; undefined without one. Costs one decryption, and asks neither the database nor the
 * provider.
 */
export async function nameStartedSignIn(): Promise<string | undefined> {
  const { state: name } = ownCookies();
  const token = (await cookies()).get(name)?.value;
  if (!token) return undefined;
  try {
    const state = await decode({ token, secret: settings().NEXTAUTH_SECRET, salt: name });
    if (typeof state?.value !== 'string' || state.provider !== 'oidc') return undefined;
    return createHash('sha256').update(state.value).digest('base64url');
  } catch {
    // Encrypted with another secret, expired, or not encrypted at all.
    return undefined;
  }
}

/**
 * Returns whether a post to start a sign-in carries the token that next-auth gave this browser. Without it next-auth
 * answers with the sign-in page and does not ask the provider.
 */
export async function hasCsrfToken(fields: Readonly<Record<string, string>>): Promise<boolean> {
  const [token = '', hash] = ((await cookies()).get(ownCookies().csrf)?.value ?? '').split('|');
  const expected = createHash('sha256').update(`${token}${settings().NEXTAUTH_SECRET}`).digest('hex');
  return token !== '' && hash === expected && fields.csrfToken === token;
}
