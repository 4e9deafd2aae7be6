import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decode } from 'next-auth/jwt';
import type { Answer } from '@/e2e/soak/faults/staff';
import { Member } from '@/e2e/soak/faults/staff';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { consoleEnvironment } from '@/scripts/stack/console';
import { openStackState } from '@/scripts/stack/stack-state';

/** Somebody who remembers everything that the console told them, and what they came in with. */
export class Listener extends Member {
  /** Bodies and headers of all answers; cookies, which only their owner is given, aside. */
  readonly heard: string[] = [];
  /** The codes of the identity provider. */
  readonly codes: string[] = [];

  override async ask(address: string, asking?: Parameters<Member['ask']>[1]): Promise<Answer> {
    const answer = await super.ask(address, asking);
    const { origin, pathname, searchParams } = new URL(address, this.consoleUrl);
    if (origin !== this.consoleUrl) return answer;
    if (pathname.startsWith('/api/auth/callback/')) this.codes.push(...searchParams.getAll('code'));
    const { 'set-cookie': _, ...headers } = answer.headers;
    this.heard.push(JSON.stringify(headers), answer.body);
    return answer;
  }
}

/** Stands before the token service and keeps the tokens that it gives out. */
export async function overhearTokens(): Promise<{
  url: string;
  tokens: Set<string>;
  passOnTo: (sandboxUrl: string) => void;
  stop: () => void;
}> {
  const tokens = new Set<string>();
  let passOnTo: ((sandboxUrl: string) => void) | undefined;
  const target = new Promise<string>((resolve) => {
    passOnTo = resolve;
  });
  const server = createServer((asked, answer) => {
    const pass = async () => {
      const { host: _host, connection: _connection, ...headers } = asked.headers as Record<string, string>;
      const given = await fetch(`${await target}${asked.url}`, {
        method: asked.method ?? 'POST',
        headers,
        body: new Uint8Array(await buffer(asked)),
      });
      const text = await given.text();
      const token = /"access_token":"([^"]+)"/.exec(text)?.[1];
      if (token !== undefined) tokens.add(token);
      answer.writeHead(given.status, { 'content-type': given.headers.get('content-type') ?? 'text/plain' }).end(text);
    };
    pass().catch(() => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    passOnTo: (sandboxUrl) => passOnTo?.(sandboxUrl),
    stop: () => server.close(),
  };
}

/** Everything that opens something, by what it is, in each way that it may be written. */
export async function listCanaries(
  stack: StackAddresses,
  listeners: readonly Listener[],
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

/** The names of the canaries that a text holds. */
export function canariesIn(text: string, canaries: ReadonlyMap<string, readonly string[]>): string[] {
  return [...canaries].filter(([, forms]) => forms.some((form) => text.includes(form))).map(([name]) => name);
}

function sessionsIn(cookie: string): string[] {
  return [...cookie.matchAll(/__Host-countersign\.session=([^;]+)/g)].map(([, value = '']) => value);
}

function withBasic(id = '', secret = ''): string[] {
  return [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
}
