import 'server-only';
import { routes } from '@/lib/http/routes';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { clearCookies, readSessionId } from '@/lib/server/auth/session-cookie';
import { endSession } from '@/lib/server/auth/sessions';
import { readProviderMetadata } from '@/lib/server/sign-in/sign-out/provider-metadata';
import { settings } from '@/lib/server/config/settings';
import { log } from '@/lib/server/observability/log';

/**
 * Ends the caller's session in the database and deletes its cookies. Requires no role. Returns the address to open
 * next: that of the identity provider, which ends its own session and returns to the sign-in page (OpenID Connect
 * RP-Initiated Logout 1.0), or the sign-in page where the provider has none or cannot be reached.
 */
export async function signOut(): Promise<string> {
  const sessionId = await readSessionId();
  const ended = sessionId === undefined ? undefined : await endSession(sessionId, await readOrigin());
  await clearCookies();
  return ended?.idToken ? providerSignOut(ended.idToken) : routes.signIn;
}

async function providerSignOut(idToken: string): Promise<string> {
  const { OIDC_CLIENT_ID, NEXTAUTH_URL } = settings();
  try {
    const { end_session_endpoint: endpoint } = await readProviderMetadata();
    if (endpoint === undefined) return routes.signIn;
    const url = new URL(endpoint);
    url.searchParams.set('id_token_hint', idToken);
    url.searchParams.set('client_id', OIDC_CLIENT_ID);
    url.searchParams.set('post_logout_redirect_uri', `${NEXTAUTH_URL}${routes.signIn}`);
    return url.href;
  } catch (error) {
    log.warn({ err: error }, 'the identity provider could not be asked where people sign out');
    return routes.signIn;
  }
}
