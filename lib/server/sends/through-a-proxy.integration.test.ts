// A service that only a proxy reaches, with a certificate of a private authority, which demands one of its clients.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { createAuthority, type KeyPair } from '@/scripts/testing/network/authority';
import { type ConnectProxy, startConnectProxy } from '@/scripts/testing/network/connect-proxy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, notYet } from '@/scripts/testing/test-process';
import { database, pool } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { sendNext } from '@/lib/server/sends/worker';
import { checkService } from '@/lib/server/transfer-service/check/check-service';

const running = setUpTestConsole();
const ADDRESS = 'https://service.desk.test';
let cast: Cast;
let client: KeyPair = { certificate: '', key: '' };
let secured: Server | undefined;
let proxy: ConnectProxy = new Proxy({} as ConnectProxy, { get: notYet });
/** Called before an answer of the service leaves. */
let whenAnswered = async () => undefined as void;

/** Puts TLS before the sandbox, for clients of one authority. */
async function startSecured(sandboxPort: number, ca: string): Promise<Server> {
  const { certificate: cert, key } = inject('trustedPair');
  const server = createServer({ cert, key, ca, requestCert: true }, (incoming) => {
    const upstream: Socket = connect(sandboxPort, '127.0.0.1');
    upstream.on('error', () => incoming.destroy());
    incoming.on('error', () => upstream.destroy());
    incoming.pipe(upstream).on('data', (part: Buffer) => void whenAnswered().then(() => incoming.write(part)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  cast = await addCast(pool());
  const clients = await createAuthority('Clients');
  client = await clients.issue('console');
  secured = await startSecured(Number(new URL(running.sandbox.url).port), clients.certificate);
  proxy = await startConnectProxy({ 'service.desk.test:443': (secured.address() as AddressInfo).port });
});
afterAll(async () => {
  await proxy.close();
  secured?.close();
});
beforeEach(() => {
  proxy.behaviour = 'tunnel';
  whenAnswered = async () => undefined;
  changeSettings({
    HTTPS_PROXY: proxy.url,
    TRANSFER_SERVICE_URL: ADDRESS,
    TRANSFER_SERVICE_AUTH_URL: ADDRESS,
    TRANSFER_SERVICE_CLIENT_CERT: client.certificate,
    TRANSFER_SERVICE_CLIENT_KEY: client.key,
  });
});

let made = 0;
/** Sends a new withdrawal once; gives its reference, and a reading of its send. */
async function sendOne() {
  const { id, refId } = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount: '1.5' });
  await sendNext();
  const read = async () => (await database().select().from(sends).where(eq(sends.requestId, id)))[0];
  return { id, read, count: () => running.sandbox.api.countByRefId(refId) };
}
const makeDue = () =>
  database()
    .update(sends)
    .set({ nextAt: sql`now()`, reconcileAt: sql`now()` });

it('sends a withdrawal with a token, both through the proxy', async () => {
  const { read, count } = await sendOne();
  expect(await read()).toMatchObject({ state: 'ACCEPTED', posts: 1 });
  expect(await count()).toBe(1);
  expect(proxy.asked).toEqual(['service.desk.test:443', 'service.desk.test:443']);
});

it.each([503, 'cut', 'impersonate'] as const)(
  'knows that nothing was sent where the proxy does this: %s; sends once it opens a tunnel',
  async (behaviour) => {
    const info = vi.spyOn(log, 'info');
    proxy.behaviour = behaviour;
    const { id, read, count } = await sendOne();
    expect(await read()).toMatchObject({ state: 'QUEUED', isAmbiguous: false, posts: 0 });
    expect(await count()).toBe(0);
    const logged = info.mock.calls.find(([facts]) => (facts as { requestId?: unknown }).requestId === id);
    expect(logged?.[0]).toMatchObject({ reason: 'not-reached', cause: expect.stringMatching(/^(?:PROXY|E)/) });
    proxy.behaviour = 'tunnel';
    await makeDue();
    await sendNext();
    expect(await read()).toMatchObject({ state: 'ACCEPTED', posts: 1 });
    expect(await count()).toBe(1);
  },
);

it('does not know the outcome where the tunnel breaks after the request left, and sends nothing again', async () => {
  whenAnswered = () => proxy.kill();
  const { read, count } = await sendOne();
  expect(await read()).toMatchObject({ state: 'UNKNOWN', isAmbiguous: true });
  expect(await count()).toBe(1);
  whenAnswered = async () => undefined;
  await makeDue();
  await sendNext();
  await reconcileSends();
  expect(await read()).toMatchObject({ state: 'ACCEPTED', posts: 1 });
  expect(await count()).toBe(1);
});

it('writes no password of the proxy anywhere', async () => {
  const written = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level));
  proxy.behaviour = 407;
  const { id } = await sendOne();
  singleton('service.tokens', () => new Map()).clear();
  // With it the connection that is kept for calls that may be repeated, and the waits before they are.
  await proxy.kill();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { id: withoutToken } = await sendOne();
  expect(written[0]?.mock.calls.map(([facts]) => facts)).toMatchObject([
    { requestId: id, cause: 'PROXY_407' },
    { requestId: withoutToken, cause: 'no token: PROXY_407' },
  ]);
  const stored = await pool().query(
    'select (select json_agg(a) from audit_log a) audit, (select json_agg(s) from sends s) sends, (select json_agg(t) from send_attempts t) attempts',
  );
  const all = JSON.stringify([written.flatMap(({ mock }) => mock.calls), stored.rows]);
  expect(all).toContain(id);
  expect(all).not.toMatch(/canary|desk%40proxy|desk@proxy|Basic /);
});

it('is tried by service:check the same way, with its certificate as files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-client-'));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const { TRANSFER_SERVICE_CLIENT_ID, TRANSFER_SERVICE_CLIENT_SECRET } = running.settings;
  const environment = {
    TRANSFER_SERVICE_URL: ADDRESS,
    TRANSFER_SERVICE_AUTH_URL: ADDRESS,
    TRANSFER_SERVICE_CLIENT_ID,
    TRANSFER_SERVICE_CLIENT_SECRET,
    TRANSFER_SERVICE_READS_PER_SECOND: '1000',
    TRANSFER_SERVICE_CLIENT_CERT_FILE: write('certificate', client.certificate),
    TRANSFER_SERVICE_CLIENT_KEY_FILE: write('key', client.key),
    HTTPS_PROXY_FILE: write('proxy', proxy.url),
  };
  try {
    const { lines } = await checkService(environment, 1);
    expect(lines.filter(({ outcome }) => outcome === 'fault')).toEqual([]);
    expect(lines.length).toBeGreaterThan(2);
    proxy.behaviour = 403;
    expect((await checkService(environment, 1)).lines).toMatchObject([{ seen: 'not reachable: PROXY_403' }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
