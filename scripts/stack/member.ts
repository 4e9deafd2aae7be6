import { request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Duration in milliseconds. */
  ms: number;
}

interface RequestOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const MAX_REDIRECTS = 12;
// Longer than the balancer waits: a call that takes this long hangs.
export const ANSWER_TIMEOUT_MS = 25_000;

/**
 * A person with a browser without scripts: stores cookies by origin, and sends the origin of each request as a browser
 * does.
 */
export class Member {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(
    readonly name: string,
    readonly consoleUrl: string,
  ) {}

  /** Sends one request without following redirects. Throws an error if there is no answer. */
  async ask(address: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> {
    const url = new URL(address, this.consoleUrl);
    const startedAt = performance.now();
    const answer = await request(url, {
      method,
      headers: {
        'user-agent': 'countersign-scripts',
        'sec-fetch-site': 'same-origin',
        cookie: this.#cookiesFor(url.origin),
        ...(method === 'POST' && { origin: url.origin }),
        ...headers,
      },
      body: body ?? null,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await answer.body.text();
    this.#storeCookies(url.origin, answer.headers['set-cookie']);
    return { status: answer.statusCode, headers: answer.headers, body: text, ms: performance.now() - startedAt };
  }

  /** Signs in page by page, and returns the last answer: a redirect home if the sign-in succeeded. */
  async signIn(): Promise<Answer> {
    const { csrfToken } = JSON.parse((await this.#getOk('/api/auth/csrf')).body) as { csrfToken: string };
    const form = new URLSearchParams({ csrfToken, callbackUrl: this.consoleUrl, json: 'true' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const start = await this.ask('/api/auth/signin/oidc', { method: 'POST', headers, body: form.toString() });
    const { url } = parse<{ url?: string }>(start.body);
    if (start.status !== 200 || url === undefined || new URL(url).origin === this.consoleUrl)
      return { ...start, headers: { location: url } };
    let address = url;
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      let answer = await this.ask(address);
      if (answer.status === 200 && answer.body.includes('Sign in as')) {
        answer = await this.ask(address, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ subject: this.name }).toString(),
        });
      }
      const { location } = answer.headers;
      if (typeof location !== 'string') return answer;
      address = new URL(location, address).href;
      // The redirect of the callback ends the sign-in.
      if (new URL(address).origin === this.consoleUrl && !address.includes('/api/auth/')) return answer;
    }
    throw new Error(`the sign-in of ${this.name} never ended`);
  }

  get isSignedIn(): boolean {
    return [...(this.#cookies.get(this.consoleUrl)?.keys() ?? [])].some((name) => name.includes('countersign.session'));
  }

  /** Returns the cookie header for an origin, for calls to one of several processes. */
  cookieOf(origin: string): string {
    return this.#cookiesFor(new URL(origin).origin);
  }

  async #getOk(address: string): Promise<Answer> {
    const answer = await this.ask(address);
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    return answer;
  }

  #cookiesFor(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #storeCookies(origin: string, lines: string | string[] | undefined): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const line of [lines ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const isExpired = attributes.some(
        (attribute) => /^\s*max-age=0$/i.test(attribute) || /^\s*expires=Thu, 01 Jan 1970/i.test(attribute),
      );
      if (isExpired) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
  }
}

/** Parses JSON; returns an empty object for any other text. */
export function parse<Value>(text: string): Partial<Value> {
  try {
    return JSON.parse(text) as Partial<Value>;
  } catch {
    return {};
  }
}
