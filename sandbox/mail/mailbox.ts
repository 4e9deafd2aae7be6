import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail that the sandbox received. */
export interface ReceivedMail {
  number: number;
  at: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Values of the header X-Countersign-Event. */
  events: string[];
  messageId: string;
}

/** What the mail server does to the next mails instead of taking them. */
export type MailFault = 'refuse' | 'refuse-later' | 'close';

const KEPT = 2000;
const RESPONSES = { refuse: 550, 'refuse-later': 451 } as const;

/** A mail server that keeps what it receives, and gives it to nobody. */
export interface Mailbox {
  port: number;
  /** Newest first. */
  list: () => readonly ReceivedMail[];
  /** Has the next `times` mails fail. */
  fail: (fault: MailFault, times: number) => void;
  close: () => Promise<void>;
}

interface MailboxPlace {
  listen: string;
  port: number;
  clock: () => number;
}

/** Starts a mail server without encryption or sign-in. Port 0 takes any free one. */
export async function startMailbox({ listen, port, clock }: MailboxPlace): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let received = 0;
  let fault: { kind: MailFault; left: number } | undefined;
  const takeFault = () => {
    if (!fault || fault.left === 0) return undefined;
    fault.left -= 1;
    return fault.kind;
  };
  const keep = async (stream: Readable, { rcptTo }: { rcptTo: readonly { address: string }[] }) => {
    const mail = await simpleParser(stream);
    received += 1;
    mails.unshift({
      number: received,
      at: new Date(clock()).toISOString(),
      to: rcptTo.map(({ address }) => address),
      from: mail.from?.text ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html || '',
      events: mail.headerLines.filter(({ key }) => key === 'x-countersign-event').map(({ line }) => valueOf(line)),
      messageId: mail.messageId ?? '',
    });
    mails.splice(KEPT);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A mail of the console is a few kilobytes.
    size: 1_000_000,
    closeTimeout: 500,
    onRcptTo(_address, session, callback) {
      const kind = takeFault();
      if (kind === 'close') return closeConnection(server, session.id);
      callback(
        kind &&
          Object.assign(new Error('The sandbox was asked to refuse this mail.'), { responseCode: RESPONSES[kind] }),
      );
    },
    onData(stream, session, callback) {
      callbackify(keep)(stream, session.envelope, (error) => callback(error));
    },
  });
  // A client that hangs up half way is no error of the sandbox.
  server.on('error', () => undefined);
  server.listen(port, listen);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    list: () => mails,
    fail: (kind, times) => (fault = { kind, left: times }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function closeConnection(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections as Set<{ id: string; close: () => void }>)
    if (connection.id === sessionId) connection.close();
}

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1).trim();
