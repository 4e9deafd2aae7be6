import 'server-only';
import { callbackify } from 'node:util';
import { createTransport, type SMTPPoolOptions } from 'nodemailer';
import type { ComposedMail } from '@/lib/notifications/compose';
import { mayBePlain } from '@/lib/server/config/plain-hosts';
import { settings } from '@/lib/server/config/settings';
import { openTunnel, proxyFor } from '@/lib/server/outgoing/connect';
import { singleton } from '@/lib/server/runtime/singleton';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Longer than a mail ever takes: a server that sends a byte now and then resets the other times. */
const MAIL_TIMEOUT_MS = 60_000;

/** A mail with its recipient, and the notices that it is about. */
export interface OutgoingMail extends ComposedMail {
  to: string;
  noticeIds: readonly string[];
  /** The same for each attempt, so that a mail that arrives twice is one for its reader. */
  messageId: string;
  /** Address that ends digests, in a digest. */
  unsubscribe: string | undefined;
}

/** Why a mail was not delivered. `isFinal`: the server will not take it later either. */
export interface MailFailure {
  reason: string;
  isFinal: boolean;
}

/** Tells whether this console sends mail. */
export const sendsMail = () => settings().SMTP_URL !== undefined;

/** Hands a mail to the server of SMTP_URL; gives why it did not take it, or undefined. Takes a minute at most. */
export async function sendMail({
  to,
  noticeIds,
  messageId,
  unsubscribe,
  ...mail
}: OutgoingMail): Promise<MailFailure | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<MailFailure>((resolve) => {
    timer = setTimeout(
      () => resolve({ reason: 'The mail server took longer than a minute.', isFinal: false }),
      MAIL_TIMEOUT_MS,
    );
  });
  const sending = transport()
    .sendMail({
      ...mail,
      from: { name: settings().DESK_NAME, address: readFrom() },
      to: { name: '', address: to },
      messageId,
      headers: { 'X-Countersign-Event': [...noticeIds], 'Auto-Submitted': 'auto-generated' },
      ...(unsubscribe !== undefined && { list: { unsubscribe } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    .then(() => undefined, toFailure);
  const outcome = await Promise.race([sending, timeout]);
  clearTimeout(timer);
  return outcome;
}

const transport = () => singleton('notifications.smtp', () => createSmtpTransport(settings().SMTP_URL ?? ''));

function createSmtpTransport(address: string) {
  const { protocol, host, hostname, port, username, password } = new URL(address);
  const isSecure = protocol === 'smtps:';
  const isPlain = !isSecure && mayBePlain({ host, hostname }, settings().CONSOLE_PRIVATE_HOSTS);
  const target = { hostname, port: port || (isSecure ? '465' : '587') };
  const proxy = isPlain ? undefined : proxyFor(target, settings());
  return createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== '' && { port: Number(port) }),
    secure: isSecure,
    // What leaves this machine is encrypted, and its server's certificate is checked.
    requireTLS: !isSecure && !isPlain,
    ignoreTLS: isPlain,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    // A delivery that failed waits as the database says.
    maxRequeues: 0,
    ...(proxy && { getSocket: tunnelThrough(proxy, target) }),
  });
}

/** Gives what opens the connections of nodemailer, which encrypts them itself. */
function tunnelThrough(proxy: URL, target: Parameters<typeof openTunnel>[1]): SMTPPoolOptions['getSocket'] {
  return callbackify(async (_options: unknown) => ({ connection: await openTunnel(proxy, target) }));
}

/** Gives the sender's address: NOTIFY_FROM, or one at the console's own name. */
function readFrom(): string {
  const { NOTIFY_FROM, NEXTAUTH_URL } = settings();
  return NOTIFY_FROM ?? `countersign@${new URL(NEXTAUTH_URL).hostname}`;
}

/** Turns an error of nodemailer into a failure, without what the server said: it may repeat an address. */
function toFailure(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const name = typeof code === 'string' ? code : 'unknown';
  const isFinal = code === 'EENVELOPE' && status !== undefined && status >= 500 && status !== 503;
  const said = status === undefined ? '' : `, the server answered ${status}`;
  return {
    reason: isFinal ? `The server refuses this address (${status}).` : `The mail was not taken (${name}${said}).`,
    isFinal,
  };
}
