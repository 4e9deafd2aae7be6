import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KeyPair } from '@/scripts/testing/network/authority';

/** An OpenID provider that states whatever a test wants, in tokens that it signs properly. */
export interface ForgedProvider {
  issuer: string;
  port: number;
  /** Claims of the next id token, besides iss, aud, iat, exp and nonce. */
  idToken: Record<string, unknown>;
  /** The next userinfo answer. */
  userinfo: Record<string, unknown>;
  /** The key set it publishes; undefined: it answers 404. */
  keySet: object | undefined;
  /** The nonce of the next id token. */
  nonce: string;
  /** Signs a token with these claims and nothing else. */
  sign: (claims: object, header?: object) => string;
  close: () => Promise<void>;
}

const toBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Starts a forged provider for the client with this id, on a loopback port of its own; with a pair by TLS, under the
 * address `issuer`.
 */
export async function startForgedProvider(
  clientId: string,
  secured?: { issuer: string; pair: KeyPair },
): Promise<ForgedProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sign = (claims: object, header: object = {}) => {
    const text = `${toBase64({ alg: 'RS256', kid: 'forged', ...header })}.${toBase64(claims)}`;
    return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
  };
  const listener: RequestListener = (request, response) => answer(String(request.url), response);
  const server = secured
    ? createSecureServer({ cert: secured.pair.certificate, key: secured.pair.key }, listener)
    : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = secured?.issuer ?? `http://127.0.0.1:${port}`;
  const provider: ForgedProvider = {
    issuer,
    port,
    keySet: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'forged', alg: 'RS256', use: 'sig' }] },
    idToken: {},
    userinfo: {},
    nonce: '',
    sign,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answers: Record<string, () => object | undefined> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => provider.keySet,
    '/token': () => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: clientId, iat, exp: iat + 300, nonce: provider.nonce, ...provider.idToken };
      return { token_type: 'Bearer', access_token: 'forged', expires_in: 300, id_token: sign(claims) };
    },
    '/userinfo': () => provider.userinfo,
  };
  function answer(path: string, response: ServerResponse): void {
    const found = answers[path]?.();
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  }
  return provider;
}
