import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decode } from 'next-auth/jwt';
import { type Answer, Member } from '@/scripts/stack/member';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { consoleEnvironment } from '@/scripts/stack/console';
import { openStackState } from '@/scripts/stack/stack-state';

/** A person who records every answer of the console and the codes of every sign-in. */
export class RecordingMember extends Member {
  /** Bodies and headers of all answers, except cookies, which only their owner receives. */
  readonly received: string[] = [];
  /** Authorization codes of the identity provider. */
  readonly codes: string[] = [];

  override async ask(address: string, options?: Parameters<Member['ask']>[1]): Promise<Answer> {
    const answer = await super.ask(address, options);
    const { origin, pathname, searchParams } = new URL(address, this.consoleUrl);
    if (origin !== this.consoleUrl) return answer;
    if (pathname.startsWith('/api/auth/callback/')) this.codes.push(...searchParams.getAll('code'));
    const { 'set-cookie': _, ...headers } = answer.headers;
    this.received.push(JSON.stringify(headers), answer.body);
    return answer;
  }
}

/** Starts a proxy in front of the token service that records the tokens it issues. */
export async function recordTokens(): Promise<{
  url: string;
  tokens: Set<string>;
  forwardTo: (sandboxUrl: string) => void;
  stop: () => void;
}> {
  const tokens = new Set<string>();
  let forwardTo: ((sandboxUrl: string) => void) | undefined;
  const target = new Promise<string>((resolve) => {
    forwardTo = resolve;
  });
  const server = createServer((request, response) => {
    const forward = async () => {
      const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
      const answer = await fetch(`${await target}${request.url}`, {
        method: request.method ?? 'POST',
        headers,
        body: new Uint8Array(await buffer(request)),
      });
      const text = await answer.text();
      const token = /"access_token":"([^"]+)"/.exec(text)?.[1];
      if (token !== undefined) tokens.add(token);
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { 'content-type': type }).end(text);
    };
    forward().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    forwardTo: (sandboxUrl) => forwardTo?.(sandboxUrl),
    stop: () => server.close(),
  };
}

/** Lists every credential by name, in each form in which it may be written. */
export async function listCanaries(
  stack: StackAddresses,
  listeners: readonly RecordingMember[],
  tokens: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const { consoleUrl, consoleDatabaseUrl, dataDir } = stack;
  const { sessionSecret } = openStackState(dataDir);
  const env = consoleEnvironment({ ...stack, sessionSecret });
  const cookies = listeners.flatMap((listener) => sessionsIn(listener.cookieOf(consoleUrl)));
  const sessions = await Promise.all(
    cookies.map(async (token) => (await decode({ token, secret: sessionSecret }))?.sid),
  );
  const secrets: Record<string, string[]> = {
    'service secret': withBasic(env.TRANSFER_SERVICE_CLIENT_ID, env.TRANSFER_SERVICE_CLIENT_SECRET),
    'sign-in secret': withBasic(env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
    'session secret': [sessionSecret],
    'database password': [decodeURIComponent(new URL(consoleDatabaseUrl).password)],
    'database address': [consoleDatabaseUrl],
    'access token': [...tokens],
    'session cookie': cookies,
    'session id': sessions.filter((id) => typeof id === 'string'),
    'sign-in code': listeners.flatMap(({ codes }) => codes),
  };
  return new Map(
    Object.entries(secrets).map(([name, values]) => [
      name,
      values.flatMap((value) => [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]),
    ]),
  );
}

/** Returns the names of the credentials that a text contains. */
export function findCanaries(text: string, canaries: ReadonlyMap<string, readonly string[]>): string[] {
  return [...canaries].filter(([, forms]) => forms.some((form) => text.includes(form))).map(([name]) => name);
}

function sessionsIn(cookie: string): string[] {
  return [...cookie.matchAll(/countersign\.session=([^;]+)/g)].map(([, value = '']) => value);
}

function withBasic(id = '', secret = ''): string[] {
  return [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
}
