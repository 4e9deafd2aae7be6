import 'server-only';
import { decode } from 'next-auth/jwt';
import { cookies, headers } from 'next/headers';
import { POLL_HEADER } from '@/lib/http/routes';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { settings } from '@/lib/server/config/settings';

/** Returns the session id in the caller's cookie, or undefined without a valid one. Never sets a cookie. */
export async function readSessionId(): Promise<string | undefined> {
  const value = (await cookies()).get(ownCookies().session)?.value;
  if (!value) return undefined;
  try {
    const token = await decode({ token: value, secret: settings().NEXTAUTH_SECRET });
    return typeof token?.sid === 'string' ? token.sid : undefined;
  } catch {
    // Made with another secret, expired, or tampered with: counts as absent.
    return undefined;
  }
}

/**
 * Returns whether the call is a background poll of a page. A page that lies about this only shortens its own session.
 */
export async function isPolling(): Promise<boolean> {
  return (await headers()).has(POLL_HEADER);
}

/** Deletes the session cookie and those of the sign-in. Works only in actions and route handlers. */
export async function clearCookies(): Promise<void> {
  const jar = await cookies();
  const { session, csrf, callback, isSecure } = ownCookies();
  for (const name of [session, csrf, callback])
    jar.set(name, '', { maxAge: 0, path: '/', secure: isSecure, httpOnly: true, sameSite: 'lax' });
}
