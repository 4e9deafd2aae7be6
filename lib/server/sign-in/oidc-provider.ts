import 'server-only';
import type { AuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { settings } from '@/lib/server/config/settings';
import { addUserinfo, type Claims, checkAcr } from '@/lib/identity/claims';
import { agentFor } from '@/lib/server/outgoing/agents';
import { readIdentity, type SignedInUser } from '@/lib/server/sign-in/read-identity';

// Any maximum age obliges the provider to state when it authenticated the person (OpenID Connect Core 1.0, 3.1.2.1).
// This one is longer than sessions at providers last, so that nobody has to authenticate again for it.
const MAX_AGE_S = 30 * 86_400;
// Google states the time only where it is asked for as a claim (developers.google.com/identity/siwg/security-bundle).
const GOOGLE = 'https://accounts.google.com';
const TIME_CLAIM = JSON.stringify({ id_token: { auth_time: { essential: true } } });

/** Configures the company's OpenID provider for next-auth (docs/specification/console-contract.md#environment). */
export function oidcProvider(): AuthOptions['providers'][number] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_REQUIRED_ACR, OIDC_SCOPE } = settings();
  const asked = {
    max_age: MAX_AGE_S,
    ...(OIDC_REQUIRED_ACR.length > 0 && { acr_values: OIDC_REQUIRED_ACR.join(' ') }),
    ...(OIDC_ISSUER === GOOGLE && { claims: TIME_CLAIM }),
  };
  const provider: OAuthConfig<Claims> = {
    id: 'oidc',
    name: 'Single sign-on',
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER}/.well-known/openid-configuration`,
    // Always, since openid-client keeps the last one that it was given.
    httpOptions: { agent: agentFor(OIDC_ISSUER) },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: OIDC_SCOPE, ...asked } },
    clientId: OIDC_CLIENT_ID,
    ...authenticateClient(),
    userinfo: { request: readClaims },
    profile: (claims): SignedInUser => {
      const identity = readIdentity(claims);
      return { id: identity.subject, ...identity };
    },
  };
  return provider;
}

/** The console proves itself to the provider by its private key where it has one, or else by its secret. */
function authenticateClient(): Pick<OAuthConfig<Claims>, 'clientSecret' | 'client' | 'jwks'> {
  const { OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY } = settings();
  // The settings have one of both.
  if (OIDC_CLIENT_KEY === undefined) return { clientSecret: OIDC_CLIENT_SECRET ?? '' };
  return {
    client: { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: OIDC_CLIENT_KEY.alg },
    jwks: { keys: [OIDC_CLIENT_KEY] },
  };
}

type UserinfoRequest = Extract<OAuthConfig<Claims>['userinfo'], { request?: unknown }>['request'];

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
