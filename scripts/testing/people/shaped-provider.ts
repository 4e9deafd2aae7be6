import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientMetadata, Provider } from 'oidc-provider';
import { createProviderStore } from '@/sandbox/staff/provider-store';
import { Browser } from '@/sandbox/testing/browser';

const SIGNING_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** An identity provider in the shape of a product: which claims it states, for which scope, and in which token. */
export interface ProviderShape {
  /** Claims of the person beside `sub`, by the scope that asks for them. */
  claims: Record<string, Record<string, unknown>>;
  /** True where the id token has only `sub`, and userinfo the rest. */
  isTokenThin?: boolean;
  /** Changes of the client's registration. */
  client?: ClientMetadata;
}

/** A running provider with one person, `ann`, who is signed in by a visit. */
export interface ShapedProvider {
  issuer: string;
  /** Opens an address of the provider as a browser does, and gives the first address that leads away from it. */
  visit: (browser: Browser, address: string) => Promise<URL>;
  newBrowser: () => Browser;
  close: () => Promise<void>;
}

/**
 * Starts a provider of a shape for the client `console`, with sign-out and back-channel logout, on a loopback port (0:
 * a free one).
 */
export async function startShapedProvider(
  { claims, isTokenThin = false, client }: ProviderShape,
  desk: { url: string; answerLogout: (request: Request) => Promise<Response> },
  port = 0,
): Promise<ShapedProvider> {
  const listeners: RequestListener[] = [];
  const server = await listen(port, (request, response) => listeners.forEach((answer) => answer(request, response)));
  const issuer = addressOf(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        client_secret: 'a-secret-of-the-test',
        redirect_uris: [`${desk.url}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${desk.url}/sign-in`],
        backchannel_logout_uri: 'https://console.example/logout',
        backchannel_logout_session_required: true,
        require_auth_time: true,
        ...client,
      },
    ],
    cookies: { keys: ['a-key-of-the-test'] },
    // The one call that the provider makes; by itself it would refuse an address of this machine.
    fetch: (url, { body } = {}) => desk.answerLogout(new Request(url, { method: 'POST', body: body ?? null })),
    adapter: createProviderStore({ keepsSessions: true }).adapter,
    jwks: { keys: [{ ...SIGNING_KEY.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },

    claims: Object.fromEntries(Object.entries(claims).map(([scope, given]) => [scope, Object.keys(given)])),
    conformIdTokenClaims: isTokenThin,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form.replace('</form>', '<button name="logout" value="yes">Sign out</button></form>');
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...Object.assign({}, ...Object.values(claims)) }),
    }),
    loadExistingGrant: async (ctx) => {
      if (!ctx.oidc.session?.accountId || !ctx.oidc.client) return undefined;
      const grant = new provider.Grant({ accountId: ctx.oidc.session.accountId, clientId: ctx.oidc.client.clientId });
      grant.addOIDCScope(['openid', ...Object.keys(claims)].join(' '));
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  listeners.push((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: 'ann' } });
  });
  return { issuer, newBrowser: () => new Browser(issuer), visit, close: () => close(server) };
}

const FIELD = /name="([^"]+)" value="([^"]*)"/g;

async function visit(browser: Browser, address: string): Promise<URL> {
  let response = await browser.open(address);
  for (let step = 0; step < 10; step += 1) {
    const location = response.headers.get('location');
    if (location === null) {
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 500)}`);
      const fields = [...page.matchAll(FIELD)].map(([, name = '', value = '']): [string, string] => [name, value]);
      response = await browser.open(action, { method: 'POST', body: new URLSearchParams(fields) });
      continue;
    }
    const url = new URL(location, browser.url);
    if (url.origin !== new URL(browser.url).origin) return url;
    response = await browser.open(url.href);
  }
  throw new Error('the provider leads in a circle');
}

async function listen(port: number, answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
