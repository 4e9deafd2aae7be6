import { type ClientMetadata, Provider } from 'oidc-provider';
import type { PersistedState } from '@/sandbox/persisted-state';
import type { SandboxOptions } from '@/sandbox/options';
import { claimsOf, findPerson } from '@/sandbox/staff/people';
import type { ProviderStore } from '@/sandbox/staff/provider-store';
import {
  ADDRESS_SCOPE,
  grantServiceTokens,
  PROFILE_SCOPE,
  READ_SCOPE,
  WRITE_SCOPE,
} from '@/sandbox/staff/service-tokens';
import { SIGN_IN_PATH } from '@/sandbox/staff/sign-in';
import { renderRefusalPage } from '@/sandbox/staff/sign-in-page';

const STAFF_SCOPE = 'openid profile email';
const HOUR = 3600;

/** Creates the OpenID provider that serves both tokens for the transfer service's clients and the staff's sign-in. */
export function createProvider({
  url,
  options,
  persisted,
  store,
}: {
  url: string;
  options: SandboxOptions;
  persisted: PersistedState;
  store: ProviderStore;
}): Provider {
  const provider = new Provider(url, {
    adapter: store.adapter,
    clients: [
      serviceClient(options.client, [WRITE_SCOPE, READ_SCOPE, ADDRESS_SCOPE, PROFILE_SCOPE].join(' ')),
      serviceClient(options.readerClient, READ_SCOPE),
      staffClient(options.staffClient, options.consoleOrigins),
    ],
    clockTolerance: 0,
    jwks: { keys: [persisted.signingKey] },
    cookies: { keys: [persisted.cookieKey] },
    scopes: ['openid', 'profile', 'email', WRITE_SCOPE, READ_SCOPE, ADDRESS_SCOPE, PROFILE_SCOPE],
    claims: { openid: ['sub'], profile: ['name', 'roles'], email: ['email', 'email_verified'] },
    // All claims in the id token as well as in userinfo, as most company providers do.
    conformIdTokenClaims: false,
    // No session is stored, so nothing may end with one.
    expiresWithSession: async () => false,
    // Without sessions there is none to end, so there is no end-session endpoint.
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      rpInitiatedLogout: { enabled: false },
    },
    renderError: (ctx, { error, error_description: description = '' }) => {
      ctx.type = 'html';
      ctx.body = renderRefusalPage(`${error}: ${description}`);
    },
    pkce: { required: (_ctx, client) => client.clientId === options.staffClient.id },
    routes: { token: '/oauth2/token' },
    interactions: { url: (_ctx, interaction) => `${SIGN_IN_PATH}/${interaction.uid}` },
    findAccount: (_ctx, subject) => {
      const person = findPerson(subject);
      return person && { accountId: person.subject, claims: () => claimsOf(person) };
    },
    loadExistingGrant: async (ctx) => {
      const { account, client } = ctx.oidc;
      if (!account || !client) return undefined;
      // The company consented for everyone, so the provider asks nobody for consent.
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope(STAFF_SCOPE);
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: options.tokenTtlSeconds,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
  });
  grantServiceTokens(provider);
  return provider;
}

function serviceClient({ id, secret }: SandboxOptions['client'], scope: string): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope,
    token_endpoint_auth_method: 'client_secret_post',
  };
}

function staffClient({ id, secret }: SandboxOptions['staffClient'], origins: readonly string[]): ClientMetadata {
  // A browser may know the same console by either loopback name.
  const all = [...new Set(origins.flatMap((origin) => [origin, origin.replace('//127.0.0.1', '//localhost')]))];
  return {
    client_id: id,
    client_secret: secret,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: all.map((origin) => `${origin}/api/auth/callback/oidc`),
    scope: STAFF_SCOPE,
    require_auth_time: true,
    token_endpoint_auth_method: 'client_secret_basic',
  };
}
