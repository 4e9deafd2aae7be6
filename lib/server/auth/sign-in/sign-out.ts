import 'server-only';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { clearCookies, readSessionId } from '@/lib/server/auth/session-cookie';
import { endSession } from '@/lib/server/auth/sessions';

/** Ends the caller's session in the database and deletes its cookies. Requires no role. */
export async function signOut(): Promise<void> {
  const sessionId = await readSessionId();
  if (sessionId) await endSession(sessionId, await readOrigin());
  await clearCookies();
}
