import 'server-only';
import type { AuthOptions } from 'next-auth';
import { log } from '@/lib/server/observability/log';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { endSession } from '@/lib/server/auth/sessions';
import { type Identity, openSession } from '@/lib/server/sign-in/open-session';
import { oidcProvider } from '@/lib/server/sign-in/oidc-provider';
import type { SignedInUser } from '@/lib/server/sign-in/read-identity';
import { recordSignInFailure } from '@/lib/server/sign-in/sign-in-failures';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { readSessionId } from '@/lib/server/auth/session-cookie';
import { settings } from '@/lib/server/config/settings';
import { isSignInTimeKnown } from '@/lib/identity/sign-in-time';
import { countSignInWithoutTime } from '@/lib/server/observability/counters';

// The session row ends a session, by the database's clock. The cookie must not expire before that if the clock of the
// process that issued it was slow.
const CLOCK_TOLERANCE_S = 3600;

/** Configures next-auth for any OpenID provider. Its cookie contains a session id and nothing else of value. */
export function authOptions(): AuthOptions {
  const { NEXTAUTH_SECRET, SESSION_MAX_HOURS } = settings();
  const { session: name, isSecure: secure } = ownCookies();
  return {
    providers: [oidcProvider()],
    secret: NEXTAUTH_SECRET,
    pages: { signIn: '/sign-in', error: '/sign-in' },
    session: { strategy: 'jwt', maxAge: SESSION_MAX_HOURS * 3600 + CLOCK_TOLERANCE_S },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name, options: { httpOnly: true, secure, sameSite: 'lax', path: '/' } },
    },
    callbacks: {
      async jwt({ token, account, user }) {
        if (!account) return token;
        // `user` is the result of the provider's `profile`.
        const { id: _id, ...identity } = user as SignedInUser;
        // A renewed sign-in replaces the former session.
        const former = await readSessionId();
        const origin = await readOrigin();
        const sid = await openSession(identity, origin, account.id_token ?? null);
        if (former) await endSession(former, origin);
        logWeakSignIn(identity);
        return { sid };
      },
    },
    events: {
      // For next-auth's own sign-out route: the row must end with the cookie.
      signOut: async ({ token }) => {
        if (typeof token.sid === 'string') await endSession(token.sid, await readOrigin());
      },
    },
    logger: {
      error: (code, metadata) => {
        log.warn({ code }, 'next-auth reported an error');
        recordSignInFailure('error' in metadata ? metadata.error : metadata);
      },
      warn: (code) => log.warn({ code }, 'next-auth reported a warning'),
      debug: () => undefined,
    },
  };
}

/** Says in the log what a sign-in lacks, and what its provider must be set to. Names of claims, never a value. */
function logWeakSignIn({ authenticatedAt, statedClaims, leftOutClaims }: Identity): void {
  if (!isSignInTimeKnown(authenticatedAt)) {
    countSignInWithoutTime();
    log.warn(
      'the id token has no auth_time although max_age was asked for: its person cannot approve; ' +
        'docs/identity-providers.md',
    );
  }
  if (leftOutClaims.length > 0)
    log.warn(
      { claims: leftOutClaims },
      'the provider left out a claim with too many values (_claim_names): use app roles, or groups that are assigned ' +
        'to the application; docs/identity-providers.md',
    );
  else if (statedClaims)
    log.warn(
      { claims: statedClaims },
      'no group of a person has a role in OIDC_ROLE_MAP: these claims came; docs/identity-providers.md',
    );
}
