import { request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** How long it took. */
  ms: number;
}

interface Asking {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

const MOST_STEPS = 12;
// Longer than the balancer waits: whatever takes as long as this is a hang.
export const ANSWER_TIMEOUT_MS = 25_000;

/** A person at a browser without scripts: keeps cookies by origin and says where a request comes from, as a browser does. */
export class Member {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(
    readonly name: string,
    readonly consoleUrl: string,
  ) {}

  /** One request, redirects not followed. Throws where there was no answer. */
  async ask(address: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
    const url = new URL(address, this.consoleUrl);
    const startedAt = performance.now();
    const answer = await request(url, {
      method,
      headers: {
        'user-agent': 'faults',
        'sec-fetch-site': 'same-origin',
        cookie: this.#cookiesFor(url.origin),
        ...(method === 'POST' && { origin: url.origin }),
        ...headers,
      },
      body: body ?? null,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await answer.body.text();
    this.#keep(url.origin, answer.headers['set-cookie']);
    return { status: answer.statusCode, headers: answer.headers, body: text, ms: performance.now() - startedAt };
  }

  /** Goes through the real sign-in, page by page, and gives the last answer: a redirect home where it went well. */
  async signIn(): Promise<Answer> {
    const { csrfToken } = JSON.parse((await this.#asked('/api/auth/csrf')).body) as { csrfToken: string };
    const form = new URLSearchParams({ csrfToken, callbackUrl: this.consoleUrl, json: 'true' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const begun = await this.ask('/api/auth/signin/oidc', { method: 'POST', headers, body: form.toString() });
    const { url } = parse<{ url?: string }>(begun.body);
    if (begun.status !== 200 || url === undefined || new URL(url).origin === this.consoleUrl)
      return { ...begun, headers: { location: url } };
    let address = url;
    for (let step = 0; step < MOST_STEPS; step += 1) {
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
      // Where the callback sends somebody to is the end of it.
      if (new URL(address).origin === this.consoleUrl && !address.includes('/api/auth/')) return answer;
    }
    throw new Error(`${this.name} was sent around in circles`);
  }

  get isSignedIn(): boolean {
    return [...(this.#cookies.get(this.consoleUrl)?.keys() ?? [])].some((name) => name.includes('countersign.session'));
  }

  /** What it would send to an origin, for asking one process of several by its own address. */
  cookieOf(origin: string): string {
    return this.#cookiesFor(new URL(origin).origin);
  }

  async #asked(address: string): Promise<Answer> {
    const answer = await this.ask(address);
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    return answer;
  }

  #cookiesFor(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, lines: string | string[] | undefined): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const line of [lines ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const isOver = attributes.some(
        (attribute) => /^\s*max-age=0$/i.test(attribute) || /^\s*expires=Thu, 01 Jan 1970/i.test(attribute),
      );
      if (isOver) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
  }
}

export function parse<Value>(text: string): Partial<Value> {
  try {
    return JSON.parse(text) as Partial<Value>;
  } catch {
    return {};
  }
}
