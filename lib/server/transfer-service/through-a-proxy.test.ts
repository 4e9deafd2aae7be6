import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { settings } from '@/lib/server/config/settings';
import { buildOutgoing } from '@/lib/server/outgoing/connect';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { exchangeOnce } from '@/lib/server/transfer-service/http';
import type { HttpCall } from '@/lib/server/transfer-service/http-call';
import { createAuthority, type KeyPair } from '@/scripts/testing/network/authority';
import { type ConnectProxy, startConnectProxy } from '@/scripts/testing/network/connect-proxy';
import { changeSettings, notYet, setUpSettings } from '@/scripts/testing/test-process';

const HOST = 'service.desk.test';
const PATH = '/v2/transfer/crypto-withdrawals';
const trusted = inject('trustedPair');

/** What the service saw, in order. */
const seen: string[] = [];
/** Called with each withdrawal, before it is answered. */
let whenPosted = async () => undefined as void;
let client: KeyPair = { certificate: '', key: '' };
const parts: { service?: Server; stranger?: Server; proxy?: ConnectProxy; secure?: ConnectProxy } = {};
const proxy = () => parts.proxy ?? notYet();
const portOf = (server: Server | undefined) => ((server ?? notYet()).address() as AddressInfo).port;

/** Starts a service that takes only clients of one authority. */
async function startService(pair: KeyPair, authority: string): Promise<Server> {
  const server = createServer(
    { cert: pair.certificate, key: pair.key, ca: authority, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject;
      seen.push(`${request.method} ${request.url} of ${String(CN)}`);
      if ('proxy-authorization' in request.headers) seen.push('the password of the proxy');
      const answer = (body: object) =>
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      request.resume().on('end', () => {
        if (request.url === '/oauth2/token')
          response.writeHead(200).end(JSON.stringify({ access_token: 'canary', expires_in: 60 }));
        else void whenPosted().then(() => answer({ id: '6f1c1c0e-7a58-4a8b-9d0e-3c8f0f6f2a11', ref_id: 'one' }));
      });
    },
  );
  server.on('secureConnection', () => seen.push('TLS'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  const [clients, others] = await Promise.all([createAuthority('Clients'), createAuthority('Others')]);
  client = await clients.issue('console');
  parts.service = await startService(trusted, clients.certificate);
  parts.stranger = await startService(await others.issue(HOST), clients.certificate);
  const routes = {
    [`${HOST}:443`]: portOf(parts.service),
    [`stranger.desk.test:443`]: portOf(parts.stranger),
    // The certificate is for other names.
    ['service.example:443']: portOf(parts.service),
  };
  parts.proxy = await startConnectProxy(routes);
  parts.secure = await startConnectProxy(routes, trusted);
});
afterAll(async () => {
  await Promise.all([parts.proxy?.close(), parts.secure?.close()]);
  for (const server of [parts.service, parts.stranger]) server?.close().closeAllConnections();
});

setUpSettings(() => ({
  HTTPS_PROXY: proxy().url,
  TRANSFER_SERVICE_URL: `https://${HOST}`,
  TRANSFER_SERVICE_AUTH_URL: `https://${HOST}`,
  TRANSFER_SERVICE_CLIENT_CERT: client.certificate,
  TRANSFER_SERVICE_CLIENT_KEY: client.key,
}));
beforeEach(() => {
  seen.length = 0;
  proxy().asked.length = 0;
});
afterEach(() => {
  proxy().behaviour = 'tunnel';
  whenPosted = async () => undefined;
});

const create = (host = HOST): HttpCall => ({
  operation: 'create',
  method: 'POST',
  url: `https://${host}${PATH}`,
  headers: { authorization: 'Bearer canary' },
  body: '{}',
  timeoutMs: 5000,
});
const POSTED = `POST ${PATH} of console`;

/** Kills the proxy, and gives permission. */
const killed = async () => {
  await proxy().kill();
  // The kernel knows of the reset; this process reads of it in its next turns.
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  return undefined;
};

/** Posts once, and records when permission was asked for. */
async function postOnce(
  call = create(),
  permission: () => Promise<string | undefined> = async () => undefined,
  waitsForService = true,
) {
  const outcome = await exchangeOnce(call, {
    denialReason: async () => {
      // TLS 1.3 ends half a journey later at the service, which then has seen no byte of the request.
      if (waitsForService) await expect.poll(() => seen, { interval: 1 }).toContain('TLS');
      seen.push('permission');
      return permission();
    },
  });
  expect(JSON.stringify(outcome)).not.toMatch(/canary|localhost/);
  return outcome;
}

describe('a withdrawal through a proxy', () => {
  it.each(['proxy', 'secure'] as const)('asks for permission once TLS with the service is there (%s)', async (kind) => {
    changeSettings({ HTTPS_PROXY: parts[kind]?.url });
    expect(await postOnce()).toMatchObject({ ok: true, value: { status: 201 } });
    expect(seen).toEqual(['TLS', 'permission', POSTED]);
    expect(parts[kind]?.asked).toEqual([`${HOST}:443`]);
    expect(parts[kind]?.clients).toEqual([]);
  });

  it('comes with a token that came the same way', async () => {
    const posting = { bytes: '{}', refId: 'one', postBy: performance.now() + 60_000 };
    expect(await postWithdrawal(posting, { isStopped: async () => false, isOurs: async () => true })).toMatchObject({
      kind: 'accepted-body',
    });
    expect(seen.filter((entry) => entry !== 'TLS')).toEqual(['POST /oauth2/token of console', POSTED]);
    expect(proxy().asked).toEqual([`${HOST}:443`, `${HOST}:443`]);
  });

  describe.each(['proxy', 'secure'] as const)('that is the %s one', (kind) => {
    const chosen = () => parts[kind] ?? notYet();
    beforeEach(() => {
      changeSettings({ HTTPS_PROXY: chosen().url });
      chosen().asked.length = 0;
    });
    afterEach(() => void (chosen().behaviour = 'tunnel'));

    it.each([
      [407, 'PROXY_407'],
      [502, 'PROXY_502'],
      [301, 'PROXY_301'],
      ['hang-up', 'PROXY_UND_ERR_SOCKET'],
      ['cut', 'ECONNRESET'],
      ['reset', 'ECONNRESET'],
      ['impersonate', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ] as const)('is not sent where it does this: %s', async (behaviour, cause) => {
      chosen().behaviour = behaviour;
      expect(await postOnce()).toMatchObject({ ok: false, error: { kind: 'not-sent', cause } });
      expect(seen).toEqual([]);
      // Once, although undici connects again by itself after such errors.
      expect(chosen().asked).toEqual([`${HOST}:443`]);
    });
  });

  it.each(['never', 'silent'] as const)('waits as long as for a connection, and no longer: %s', async (behaviour) => {
    proxy().behaviour = behaviour;
    const connect = buildOutgoing({ timeout: 200 }, settings());
    const target = { protocol: 'https:', hostname: HOST, port: '' };
    // PROXY_TIMEOUT, or UND_ERR_CONNECT_TIMEOUT within the tunnel.
    const code = expect.stringMatching(/TIMEOUT$/);
    expect(await new Promise((onError) => connect(target, (...[failed]) => onError(failed)))).toMatchObject({ code });
  });

  it.each([
    ['stranger.desk.test', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['service.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['nobody.desk.test', 'PROXY_502'],
  ])('is not sent to %s, which does not prove itself or does not exist', async (host, cause) => {
    expect(await postOnce(create(host))).toMatchObject({ ok: false, error: { kind: 'not-sent', cause } });
    expect(seen.filter((entry) => entry !== 'TLS')).toEqual([]);
    expect(proxy().asked).toEqual([`${host}:443`]);
  });

  it('is not sent without the password of the proxy, or where none answers', async () => {
    const { port } = new URL(proxy().url);
    changeSettings({ HTTPS_PROXY: `http://desk:canary@localhost:${port}` });
    expect(await postOnce()).toMatchObject({ error: { kind: 'not-sent', cause: 'PROXY_407' } });
    changeSettings({ HTTPS_PROXY: 'http://desk:canary@localhost:1' });
    expect(await postOnce()).toMatchObject({ error: { kind: 'not-sent', cause: 'PROXY_ECONNREFUSED' } });
    expect(seen).toEqual([]);
  });

  it('is held back without permission: nothing of it leaves', async () => {
    expect(await postOnce(create(), async () => 'stopped')).toMatchObject({
      error: { kind: 'held-back', cause: 'stopped' },
    });
    expect(seen).toEqual(['TLS', 'permission']);
  });

  it('is not sent where the proxy is killed while permission is asked for', async () => {
    expect(await postOnce(create(), killed)).toMatchObject({ error: { kind: 'not-sent', cause: 'ECONNRESET' } });
    expect(seen).toEqual(['TLS', 'permission']);
  });

  it('is lost where the proxy is killed after it left, and never sent again', async () => {
    whenPosted = () => proxy().kill();
    expect(await postOnce()).toMatchObject({ error: { kind: 'lost' } });
    expect(seen).toEqual(['TLS', 'permission', POSTED]);
    expect(proxy().asked).toEqual([`${HOST}:443`]);
  });

  it('leaves directly where NO_PROXY names the service, with the same certificates', async () => {
    const url = `localhost:${portOf(parts.service)}`;
    changeSettings({ NO_PROXY: [{ host: 'localhost' }] });
    expect(await postOnce(create(url))).toMatchObject({ ok: true });
    expect(seen).toEqual(['TLS', 'permission', POSTED]);
    expect(proxy().asked).toEqual([]);
  });

  it('is not sent to a service that demands a certificate where there is none', async () => {
    changeSettings({ TRANSFER_SERVICE_CLIENT_CERT: undefined, TRANSFER_SERVICE_CLIENT_KEY: undefined });
    expect((await postOnce(create(), undefined, false)).ok).toBe(false);
    expect(seen).not.toContain(POSTED);
  });
});
