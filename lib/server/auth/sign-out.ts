import 'server-only';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { clearSessionCookie, readSessionId } from '@/lib/server/auth/session-cookie';
import { endSession } from '@/lib/server/auth/sessions';

/** Ends the caller's session in the database and deletes the cookie. Requires no role. */
export async function signOut(): Promise<void> {
  const sessionId = await readSessionId();
  if (sessionId) await endSession(sessionId, await readOrigin());
  await clearSessionCookie();
}
