import 'server-only';
import { createHash } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { cookies } from 'next/headers';
import { settings } from '@/lib/server/config/settings';

// next-auth's names of its cookies when cookies are secure.
const STATE_COOKIE = '__Secure-next-auth.state';
const CSRF_COOKIE = '__Host-next-auth.csrf-token';

/**
 * Returns whether this browser started a sign-in within the last 15 minutes: its state cookie was encrypted with the
 * secret of this console. Costs one decryption, and asks neither the database nor the provider.
 */
export async function hasStartedSignIn(): Promise<boolean> {
  const token = (await cookies()).get(STATE_COOKIE)?.value;
  if (!token) return false;
  try {
    const state = await decode({ token, secret: settings().NEXTAUTH_SECRET, salt: STATE_COOKIE });
    return typeof state?.value === 'string' && state.provider === 'oidc';
  } catch {
    // Encrypted with another secret, expired, or not encrypted at all.
    return false;
  }
}

/**
 * Returns whether a post to start a sign-in carries the token that next-auth gave this browser. Without it next-auth
 * answers with the sign-in page and does not ask the provider.
 */
export async function hasCsrfToken(fields: Readonly<Record<string, string>>): Promise<boolean> {
  const [token = '', hash] = ((await cookies()).get(CSRF_COOKIE)?.value ?? '').split('|');
  const expected = createHash('sha256').update(`${token}${settings().NEXTAUTH_SECRET}`).digest('hex');
  return token !== '' && hash === expected && fields.csrfToken === token;
}
