import 'server-only';
import { decode } from 'next-auth/jwt';
import { cookies, headers } from 'next/headers';
import { POLL_HEADER } from '@/lib/http/routes';
import { settings } from '@/lib/server/config/settings';

export const SESSION_COOKIE = '__Host-countersign.session';

/** The session id that the caller's cookie carries, or undefined where there is none that holds. Never writes a cookie. */
export async function readSessionId(): Promise<string | undefined> {
  const value = (await cookies()).get(SESSION_COOKIE)?.value;
  if (!value) return undefined;
  try {
    const token = await decode({ token: value, secret: settings().NEXTAUTH_SECRET });
    return typeof token?.sid === 'string' ? token.sid : undefined;
  } catch {
    // Made with another secret, expired, or tampered with: the same as none.
    return undefined;
  }
}

/** Whether a page asks by itself and nobody is known to sit before it. A page that lies about it only shortens its session. */
export async function isPolling(): Promise<boolean> {
  return (await headers()).has(POLL_HEADER);
}

/** Takes the cookie away. Only in actions and route handlers. */
export async function clearSessionCookie(): Promise<void> {
  (await cookies()).set(SESSION_COOKIE, '', { maxAge: 0, path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
}
