import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { sendMail } from '@/lib/server/notifications/smtp';
import { type ConnectProxy, startConnectProxy } from '@/scripts/testing/network/connect-proxy';
import { changeSettings, notYet, setUpSettings } from '@/scripts/testing/test-process';
import { readSingletons } from '@/scripts/testing/singletons';

const mails: string[] = [];
const servers: SMTPServer[] = [];
let proxy: ConnectProxy = new Proxy({} as ConnectProxy, { get: notYet });

const keep = callbackify(async (stream: Readable) => void mails.push(await text(stream)));

/** Starts a mail server that takes mail over TLS alone, from its beginning or after STARTTLS. */
async function startRelay(secure: boolean): Promise<number> {
  const { certificate: cert, key } = inject('trustedPair');
  const server = new SMTPServer({
    secure,
    cert,
    key,
    authOptional: true,
    onMailFrom: (_address, session, callback) => callback(session.secure ? null : new Error('not encrypted')),
    onData: (stream, _session, callback) => keep(stream, callback),
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const routes = { 'mail.desk.test:587': await startRelay(false), 'mail.desk.test:465': await startRelay(true) };
  proxy = await startConnectProxy(routes);
});
afterAll(async () => {
  await proxy.close();
  await Promise.all(servers.map((server) => new Promise<void>((onClosed) => server.close(onClosed))));
});
setUpSettings(() => ({ HTTPS_PROXY: proxy.url }));

/** Sends a mail by a relay, over connections of its own. */
function send(SMTP_URL: string) {
  readSingletons().delete('notifications.smtp');
  changeSettings({ SMTP_URL });
  return sendMail({
    to: 'ann@desk.example',
    subject: 'A withdrawal waits',
    text: 'One',
    html: '<p>One</p>',
    noticeIds: ['one'],
    messageId: '<one@desk.example>',
    unsubscribe: undefined,
  });
}

it('sends mail through the proxy, encrypted to the relay itself', async () => {
  expect(await send('smtp://mail.desk.test')).toBeUndefined();
  expect(await send('smtps://mail.desk.test')).toBeUndefined();
  expect(mails).toHaveLength(2);
  expect(proxy.asked).toEqual(['mail.desk.test:587', 'mail.desk.test:465']);
});

it('says what the proxy answered, and keeps the mail for later', async () => {
  proxy.behaviour = 403;
  expect(await send('smtp://mail.desk.test')).toEqual({
    reason: 'The mail was not taken (PROXY_403).',
    isFinal: false,
  });
});
