import 'server-only';
import type { AuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { log } from '@/lib/server/observability/log';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { endSession, type Identity, openSession } from '@/lib/server/auth/sessions';
import { recordSignInFailure } from '@/lib/server/auth/sign-in-failures';
import { readSessionId, SESSION_COOKIE } from '@/lib/server/auth/session-cookie';
import { settings } from '@/lib/server/config/settings';
import type { Role } from '@/lib/identity/roles';

const profileSchema = z.looseObject({
  sub: z.string().min(1),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  auth_time: z.number().optional(),
});

// The row in the database ends a session, by the database's clock. The cookie must not end it before that where the clock
// of the process that made it was slow.
const CLOCKS_DIFFER_S = 3600;

/**
 * A provider need not say when it saw somebody unless it is asked for a fresh sign-in with max_age (OpenID Connect Core,
 * 2 and 3.1.2.1). Without a time nobody knows, so it counts as long ago.
 */
const NEVER_SEEN = 0;
type OidcProfile = z.infer<typeof profileSchema>;

/** next-auth over any OpenID provider. Its cookie carries a session id and nothing else of worth. */
export function authOptions(): AuthOptions {
  const { NEXTAUTH_SECRET, SESSION_MAX_HOURS } = settings();
  return {
    providers: [oidcProvider()],
    secret: NEXTAUTH_SECRET,
    pages: { signIn: '/sign-in', error: '/sign-in' },
    session: { strategy: 'jwt', maxAge: SESSION_MAX_HOURS * 3600 + CLOCKS_DIFFER_S },
    useSecureCookies: true,
    cookies: {
      sessionToken: { name: SESSION_COOKIE, options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } },
    },
    callbacks: {
      async jwt({ token, account, user }) {
        if (!account) return token;
        // `user` is what `profile` below made of the claims.
        const { id: _id, ...identity } = user as SignedInUser;
        // Somebody who renews a sign-in leaves the session of before.
        const former = await readSessionId();
        const origin = await readOrigin();
        const sid = await openSession(identity, origin);
        if (former) await endSession(former, origin);
        return { sid };
      },
    },
    events: {
      // next-auth's own way out, besides ours: the row must end with the cookie.
      signOut: async ({ token }) => {
        if (typeof token.sid === 'string') await endSession(token.sid, await readOrigin());
      },
    },
    logger: {
      error: (code, metadata) => {
        log.warn({ code }, 'sign-in');
        recordSignInFailure('error' in metadata ? metadata.error : metadata);
      },
      warn: (code) => log.warn({ code }, 'sign-in'),
      debug: () => undefined,
    },
  };
}

/** What `profile` makes of the claims; next-auth wants an id of its own on it. */
type SignedInUser = Identity & { id: string };

function oidcProvider(): OAuthConfig<OidcProfile> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings();
  return {
    id: 'oidc',
    name: 'Single sign-on',
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid profile email' } },
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    userinfo: { request: readClaims },
    profile(claims) {
      const profile = profileSchema.parse(claims);
      return {
        id: profile.sub,
        issuer: OIDC_ISSUER,
        subject: profile.sub,
        name: profile.name ?? profile.preferred_username ?? profile.email ?? profile.sub,
        email: profile.email ?? null,
        roles: readRoles(profile),
        authenticatedAt: new Date((profile.auth_time ?? NEVER_SEEN) * 1000),
      };
    },
  };
}

type UserinfoRequest = Extract<OAuthConfig<OidcProfile>['userinfo'], { request?: unknown }>['request'];

/** The claims of the checked id token, and over them those of the userinfo answer: some providers put groups only there. */
const readClaims: NonNullable<UserinfoRequest> = async ({ tokens, client }) => {
  // What next-auth hands over is openid-client's token set; its type leaves the method out.
  const claims = (tokens as typeof tokens & { claims: () => Record<string, unknown> }).claims();
  // openid-client compares it with the issuer that discovery named, and nobody compares that (OpenID Connect Discovery 1.0, 4.3).
  if (typeof claims.iss !== 'string' || claims.iss.replace(/\/$/, '') !== settings().OIDC_ISSUER)
    throw new Error('unexpected iss: another issuer');
  const userinfo =
    client.issuer.metadata.userinfo_endpoint && tokens.access_token ? await client.userinfo(tokens.access_token) : {};
  // OpenID Connect Core 5.3.2: an answer about somebody else must not be used.
  if ('sub' in userinfo && userinfo.sub !== claims.sub) throw new Error('the userinfo answer is about another subject');
  return { ...claims, ...userinfo };
};

/** The console roles that a person's groups stand for; groups that the map does not name stand for none. */
function readRoles(profile: OidcProfile): Role[] {
  const { OIDC_ROLES_CLAIM, OIDC_ROLE_MAP } = settings();
  const claim = profile[OIDC_ROLES_CLAIM];
  const groups = z
    .union([z.array(z.string()), z.string().transform((text) => [text])])
    .catch([])
    .parse(claim);
  return [
    ...new Set(groups.flatMap((group) => (Object.hasOwn(OIDC_ROLE_MAP, group) ? [OIDC_ROLE_MAP[group] as Role] : []))),
  ];
}
