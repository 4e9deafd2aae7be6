/**
 * The part of a browser that a sign-in needs: stores cookies by path, sends them back, and follows no redirect by
 * itself.
 */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(readonly url: string) {}

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.url);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.#cookiesFor(url.pathname) },
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    return response;
  }

  #cookiesFor(pathname: string): string {
    const fitting = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    return fitting.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const isGone = attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute));
    if (isGone) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { value: pair.slice(name.length + 1), path });
  }
}
