import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { decode } from 'next-auth/jwt';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { authOptions } from '@/lib/server/sign-in/sign-in';
import { guardSignIn } from '@/lib/server/sign-in/sign-in-handler';
import { settings } from '@/lib/server/config/settings';
import { caller } from '@/scripts/testing/people/caller';
import type { ForgedProvider } from '@/scripts/testing/people/forged-provider';

const BASE = 'http://localhost:3000';

/** A browser that takes the steps of a sign-in, through the console's own checks and next-auth. */
export class SignInBrowser {
  #cookies: Record<string, string> = {};

  /** Calls a route under /api/auth and stores the cookies of its answer. */
  async call(path: string, fields?: Record<string, string>): Promise<Response> {
    caller.cookies = this.#cookies;
    const url = new URL(`${BASE}/api/auth/${path}`);
    const steps = url.pathname.split('/').slice(3);
    const request = new Request(url, fields ? { method: 'POST', body: new URLSearchParams(fields) } : {});
    const response = await guardSignIn(request, steps[0], () =>
      answerByNextAuth({
        query: { nextauth: steps, ...Object.fromEntries(url.searchParams) },
        method: request.method,
        cookies: this.#cookies,
        headers: {},
        body: fields ?? {},
      }),
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies = { ...this.#cookies, [name]: decodeURIComponent(value) };
    }
    return response;
  }

  /** Starts a sign-in and returns the provider's address to which the browser is sent. */
  async start(parameters: Record<string, string> = {}): Promise<URL> {
    const { csrfToken } = (await (await this.call('csrf')).json()) as { csrfToken: string };
    const query = new URLSearchParams(parameters).toString();
    const started = await this.call(`signin/oidc?${query}`, { csrfToken, callbackUrl: `${BASE}/` });
    return new URL(started.headers.get('location') ?? BASE);
  }

  /** Reads the session id from the session's cookie; undefined before a sign-in. */
  async sessionId(): Promise<string | undefined> {
    const token = await decode({
      token: this.#cookies[ownCookies().session] ?? '',
      secret: settings().NEXTAUTH_SECRET,
    });
    return typeof token?.sid === 'string' ? token.sid : undefined;
  }

  /** Signs in at a provider and returns the address to which the console sends the browser at the end. */
  async signIn(provider: ForgedProvider, parameters: Record<string, string> = {}): Promise<string> {
    const { searchParams } = await this.start(parameters);
    provider.nonce = searchParams.get('nonce') ?? '';
    const back = new URLSearchParams({ code: 'forged', state: searchParams.get('state') ?? '' });
    return (await this.call(`callback/oidc?${back.toString()}`)).headers.get('location') ?? '';
  }
}

/** Calls next-auth as a pages route does; its app route needs a request of Next. */
async function answerByNextAuth(request: object): Promise<Response> {
  const headers = new Headers();
  let status = 200;
  let body: string | null = null;
  const response = {
    status: (code: number) => {
      status = code;
      return response;
    },
    getHeader: () => undefined,
    setHeader: (name: string, value: string | string[]) => {
      for (const each of [value].flat()) headers.append(name, each);
    },
    json: (value: unknown) => (body = JSON.stringify(value)),
    send: (value: string | object | undefined) =>
      (body = typeof value === 'object' ? JSON.stringify(value) : (value ?? null)),
    end: () => undefined,
  };
  await NextAuth(request as NextApiRequest, response as unknown as NextApiResponse, authOptions());
  return new Response(body, { status, headers });
}
