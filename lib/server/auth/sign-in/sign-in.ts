import 'server-only';
import type { AuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { log } from '@/lib/server/observability/log';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { endSession, type Identity, openSession } from '@/lib/server/auth/sessions';
import { recordSignInFailure } from '@/lib/server/auth/sign-in/sign-in-failures';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { readSessionId } from '@/lib/server/auth/session-cookie';
import { settings } from '@/lib/server/config/settings';
import { addUserinfo, checkAcr } from '@/lib/identity/claims';
import type { Role } from '@/lib/identity/roles';
import { isSignInTimeKnown, UNKNOWN_SIGN_IN_TIME } from '@/lib/identity/sign-in-time';
import { isStorable } from '@/lib/text/storable-text';
import { countSignInWithoutTime } from '@/lib/server/observability/counters';

const profileSchema = z.looseObject({
  sub: z.string().min(1),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers state the boolean as text.
  email_verified: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).catch(false),
  auth_time: z.number().optional(),
});

// The session row ends a session, by the database's clock. The cookie must not expire before that if the clock of the
// process that issued it was slow.
const CLOCK_TOLERANCE_S = 3600;

// Any maximum age obliges the provider to state when it authenticated the person (OpenID Connect Core 1.0, 3.1.2.1).
// This one is longer than sessions at providers last, so that nobody has to authenticate again for it.
const MAX_AGE_S = 30 * 86_400;
// Google states the time only where it is asked for as a claim (developers.google.com/identity/siwg/security-bundle).
const GOOGLE = 'https://accounts.google.com';
const TIME_CLAIM = JSON.stringify({ id_token: { auth_time: { essential: true } } });

type OidcProfile = z.infer<typeof profileSchema>;

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
        // `user` is the result of `profile` below.
        const { id: _id, ...identity } = user as SignedInUser;
        // A renewed sign-in replaces the former session.
        const former = await readSessionId();
        const origin = await readOrigin();
        const sid = await openSession(identity, origin);
        if (former) await endSession(former, origin);
        if (!isSignInTimeKnown(identity.authenticatedAt)) recordSignInWithoutTime();
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

/** Result of `profile`; next-auth requires an id of its own. */
type SignedInUser = Identity & { id: string };

function oidcProvider(): OAuthConfig<OidcProfile> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_REQUIRED_ACR } = settings();
  const asked = {
    max_age: MAX_AGE_S,
    ...(OIDC_REQUIRED_ACR.length > 0 && { acr_values: OIDC_REQUIRED_ACR.join(' ') }),
    ...(OIDC_ISSUER === GOOGLE && { claims: TIME_CLAIM }),
  };
  return {
    id: 'oidc',
    name: 'Single sign-on',
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid profile email', ...asked } },
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    userinfo: { request: readClaims },
    profile(claims) {
      const profile = profileSchema.parse(claims);
      return {
        id: profile.sub,
        issuer: OIDC_ISSUER,
        subject: profile.sub,
        name: clipName(profile.name ?? profile.preferred_username ?? profile.email ?? profile.sub),
        email: profile.email ?? null,
        isEmailVerified: profile.email !== undefined && profile.email_verified,
        personClaim: readPersonClaim(profile),
        claimedGroups: readClaimedGroups(profile),
        roles: readRoles(profile),
        authenticatedAt: profile.auth_time === undefined ? UNKNOWN_SIGN_IN_TIME : new Date(profile.auth_time * 1000),
      };
    },
  };
}

const MAX_NAME_LENGTH = 120;

/**
 * Shortens a name of the identity provider to 120 characters, so that it fits wherever the console shows a person, and
 * makes it storable. The first characters of a longer name are followed by “…”.
 */
function clipName(name: string): string {
  const characters = Array.from(
    name
      .slice(0, 2 * MAX_NAME_LENGTH + 2)
      .replaceAll('\0', '')
      .toWellFormed(),
  );
  return characters.length <= MAX_NAME_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}

type UserinfoRequest = Extract<OAuthConfig<OidcProfile>['userinfo'], { request?: unknown }>['request'];

/**
 * Returns the claims of the verified id token, completed from the userinfo answer where that may state them
 * (`addUserinfo`). Throws where the token is from another issuer or lacks a required `acr`.
 */
const readClaims: NonNullable<UserinfoRequest> = async ({ tokens, client }) => {
  const { OIDC_ISSUER, OIDC_REQUIRED_ACR, OIDC_ROLES_CLAIM, OIDC_GROUPS_CLAIM = OIDC_ROLES_CLAIM } = settings();
  // The value is openid-client's token set, whose type here lacks the method.
  const claims = (tokens as typeof tokens & { claims: () => Record<string, unknown> }).claims();
  // openid-client compares the token with the issuer that discovery named, but nothing compares that with the
  // configuration (OpenID Connect Discovery 1.0, 4.3).
  if (typeof claims.iss !== 'string' || claims.iss.replace(/\/$/, '') !== OIDC_ISSUER)
    throw new Error('unexpected iss: the id token is from another issuer');
  checkAcr(claims, OIDC_REQUIRED_ACR);
  if (!client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims;
  return addUserinfo(claims, await client.userinfo(tokens.access_token), [OIDC_ROLES_CLAIM, OIDC_GROUPS_CLAIM]);
};

function recordSignInWithoutTime(): void {
  countSignInWithoutTime();
  log.warn(
    'the id token has no auth_time although max_age was asked for: its person cannot approve; ' +
      'docs/operations.md, "Identity providers"',
  );
}

/** Returns the value of OIDC_PERSON_CLAIM, which only the signed id token states; null where there is none. */
function readPersonClaim(profile: OidcProfile): string | null {
  const { OIDC_PERSON_CLAIM } = settings();
  const value = OIDC_PERSON_CLAIM === undefined ? undefined : profile[OIDC_PERSON_CLAIM];
  return z
    .union([z.string().trim().min(1).max(500), z.number().transform(String), z.null()])
    .catch(null)
    .parse(value);
}

/** Reads a claim that has several values, or one as text; none where it is neither. */
function readValues(profile: OidcProfile, claim: string): string[] {
  return z
    .union([z.array(z.string()), z.string().transform((text) => [text])])
    .catch([])
    .parse(profile[claim]);
}

// More than this no group of approvers needs, and providers state hundreds.
const MAX_CLAIMED_GROUPS = 1000;
const MAX_GROUP_LENGTH = 200;

/** Returns the values of the groups claim, for groups of approvers that the identity provider keeps. */
function readClaimedGroups(profile: OidcProfile): string[] {
  const { OIDC_ROLES_CLAIM, OIDC_GROUPS_CLAIM = OIDC_ROLES_CLAIM } = settings();
  const storable = readValues(profile, OIDC_GROUPS_CLAIM).filter(
    (group) => group.length <= MAX_GROUP_LENGTH && isStorable(group),
  );
  return [...new Set(storable)].slice(0, MAX_CLAIMED_GROUPS);
}

/** Maps a person's groups to console roles; unknown groups map to none. */
function readRoles(profile: OidcProfile): Role[] {
  const { OIDC_ROLES_CLAIM, OIDC_ROLE_MAP } = settings();
  const groups = readValues(profile, OIDC_ROLES_CLAIM);
  return [
    ...new Set(groups.flatMap((group) => (Object.hasOwn(OIDC_ROLE_MAP, group) ? [OIDC_ROLE_MAP[group] as Role] : []))),
  ];
}
