import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '@/sandbox/options';
import { Browser } from '@/sandbox/testing/browser';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ consoleOrigins: ['http://127.0.0.1:3000', 'http://127.0.0.1:3999'] });
});
afterAll(() => sandbox.remove());
afterEach(() => vi.useRealTimers());

const { id, secret } = DEFAULT_OPTIONS.staffClient;
const CALLBACK = 'http://127.0.0.1:3000/api/auth/callback/oidc';

const discover = async () =>
  (await (await fetch(`${sandbox.url}/.well-known/openid-configuration`)).json()) as Record<string, string>;

const keysOf = async (url: string) => (await fetch(`${url}/jwks`)).json();
const verifier = randomBytes(32).toString('base64url');

/** Opens an authorization request: answers 303 to the sign-in page, or back to the console with an error. */
async function begin(browser: Browser, more: Record<string, string> = {}): Promise<Response> {
  const { authorization_endpoint: endpoint } = await discover();
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return browser.open(`${endpoint}?${query.toString()}`);
}

async function choose(browser: Browser, page: string, subject: string): Promise<URL> {
  const posted = await browser.open(page, { method: 'POST', body: new URLSearchParams({ subject }) });
  expect(posted.status).toBe(303);
  const resumed = await browser.open(posted.headers.get('location') ?? '');
  return new URL(resumed.headers.get('location') ?? '');
}

async function exchange(code: string, redirect_uri = CALLBACK, code_verifier = verifier): Promise<Response> {
  const { token_endpoint: endpoint } = await discover();
  return fetch(endpoint ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }),
  });
}

/** Signs in from the authorization request to the claims of a verified id token. */
async function signIn(subject: string, more: Record<string, string> = {}, browser = new Browser(sandbox.url)) {
  const asked = await begin(browser, more);
  const back = await choose(browser, asked.headers.get('location') ?? '', subject);
  const tokens = (await (await exchange(back.searchParams.get('code') ?? '', more.redirect_uri)).json()) as {
    id_token: string;
    access_token: string;
  };
  return { back, tokens, claims: await readIdToken(tokens.id_token) };
}

async function readIdToken(token: string): Promise<Record<string, unknown>> {
  const { jwks_uri: uri } = await discover();
  const { keys } = (await (await fetch(uri ?? '')).json()) as { keys: JsonWebKey[] };
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
}

describe('staff sign-in', () => {
  it('is discovered at the issuer, with PKCE', async () => {
    expect(await discover()).toMatchObject({ issuer: sandbox.url, code_challenge_methods_supported: ['S256'] });
  });

  it('shows one button per person and explains the page', async () => {
    const browser = new Browser(sandbox.url);
    const page = await browser.open((await begin(browser)).headers.get('location') ?? '');
    const html = await page.text();
    expect(page.status).toBe(200);
    expect([...html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label]) => label)).toEqual(
      'finance finance-two approver-one approver-two support admin admin-two auditor second-account unverified-account'
        .split(' ')
        .map((subject) => `Sign in as ${subject}`),
    );
    // Out of the way of the demo: only behind a disclosure.
    expect(html.indexOf('second-account')).toBeGreaterThan(html.indexOf('<details>'));
    expect(html).toContain("stands in for your company's identity provider");
    expect(html).not.toContain('<script');
    // With form-action, Chromium would block the redirect back to the console.
    expect(page.headers.get('content-security-policy')).not.toContain('form-action');
    expect(html).not.toContain('aria-describedby');
  });

  it('shows what there is to see for a person, as text, once it was given', async () => {
    const putNotes = (notes: unknown) =>
      fetch(`${sandbox.url}/_sandbox/sign-in-notes`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(notes),
      });
    expect((await putNotes({ finance: 'One <b>request</b> waits.' })).status).toBe(204);
    const browser = new Browser(sandbox.url);
    const html = await (await browser.open((await begin(browser)).headers.get('location') ?? '')).text();
    expect(html).toContain('aria-describedby="finance">Sign in as finance</button>');
    expect(html).toContain('<p id="finance">One &#60;b&#62;request&#60;/b&#62; waits.</p>');
    expect(html.match(/aria-describedby/g)).toHaveLength(1);
    expect((await putNotes({ finance: 7 })).status).toBe(400);
    await putNotes({});
  });

  it.each([
    ['finance', ['finance']],
    ['finance-two', ['finance']],
    ['approver-one', ['approver']],
    ['approver-two', ['approver']],
    ['support', ['support']],
    ['admin', ['admin']],
    ['admin-two', ['admin']],
    ['auditor', ['auditor']],
  ])('%s signs in; roles are in the id token and in userinfo', async (subject, roles) => {
    const { back, tokens, claims } = await signIn(subject);
    expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['a-state', sandbox.url]);
    const person = { sub: subject, name: subject, email: `${subject}@countersign.example`, roles };
    expect(claims).toMatchObject({
      ...person,
      iss: sandbox.url,
      aud: id,
      nonce: 'a-nonce',
      auth_time: expect.any(Number),
    });
    const { userinfo_endpoint: endpoint } = await discover();
    const userinfo = await fetch(endpoint ?? '', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(await userinfo.json()).toMatchObject(person);
  });

  it('plays several accounts of one person, by an address that is verified or only stated', async () => {
    const email = 'finance@countersign.example';
    expect((await signIn('finance')).claims).toMatchObject({ email, email_verified: true });
    expect((await signIn('second-account')).claims).toMatchObject({
      sub: 'second-account',
      email,
      email_verified: true,
    });
    expect((await signIn('unverified-account')).claims).toMatchObject({ email, email_verified: false });
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:3999', 'http://localhost:3999'])(
    'redirects to the console at %s',
    async (origin) => {
      const redirect_uri = `${origin}/api/auth/callback/oidc`;
      const { back, claims } = await signIn('finance', { redirect_uri });
      expect([`${back.origin}${back.pathname}`, claims.sub]).toEqual([redirect_uri, 'finance']);
    },
  );

  it('redirects nowhere else', async () => {
    const response = await begin(new Browser(sandbox.url), {
      redirect_uri: 'http://127.0.0.1:3001/api/auth/callback/oidc',
    });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.text()).toContain('This sign-in was rejected');
  });

  it('asks every time, so that the same browser can sign in as another person', async () => {
    const browser = new Browser(sandbox.url);
    expect((await signIn('finance', {}, browser)).claims.sub).toBe('finance');
    const again = await begin(browser);
    expect(again.headers.get('location')).toMatch(/\/sign-in\//);
    expect((await signIn('approver-one', {}, browser)).claims.sub).toBe('approver-one');
    expect((await signIn('approver-one', { prompt: 'login' }, browser)).claims.sub).toBe('approver-one');
  });

  it('prompt=none answers login_required, before and after someone signed in', async () => {
    const browser = new Browser(sandbox.url);
    const errorOf = async () =>
      new URL((await begin(browser, { prompt: 'none' })).headers.get('location') ?? '').searchParams.get('error');
    expect(await errorOf()).toBe('login_required');
    await signIn('finance', {}, browser);
    expect(await errorOf()).toBe('login_required');
  });

  it('auth_time is the moment of the choice, also with max_age', async () => {
    const browser = new Browser(sandbox.url);
    const now = Math.floor(Date.now() / 1000);
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
    expect((await signIn('finance', {}, browser)).claims.auth_time).toBe(now);
    vi.setSystemTime((now + 100) * 1000);
    expect((await signIn('finance', { max_age: '0' }, browser)).claims.auth_time).toBe(now + 100);
    vi.setSystemTime((now + 200) * 1000);
    expect((await signIn('finance', { max_age: '3600' }, browser)).claims.auth_time).toBe(now + 200);
    const asked = await begin(browser);
    vi.setSystemTime((now + 230) * 1000);
    const back = await choose(browser, asked.headers.get('location') ?? '', 'finance');
    const { id_token } = (await (await exchange(back.searchParams.get('code') ?? '')).json()) as { id_token: string };
    expect((await readIdToken(id_token)).auth_time).toBe(now + 230);
  });

  it('requires PKCE, the right verifier and the right secret, and accepts a code once', async () => {
    const browser = new Browser(sandbox.url);
    const without = await begin(browser, { code_challenge: '', code_challenge_method: '' });
    expect(new URL(without.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
    const code = async () =>
      (await choose(browser, (await begin(browser)).headers.get('location') ?? '', 'finance')).searchParams.get(
        'code',
      ) ?? '';
    expect((await exchange(await code(), CALLBACK, 'x'.repeat(43))).status).toBe(400);
    const once = await code();
    expect((await exchange(once)).status).toBe(200);
    expect((await exchange(once)).status).toBe(400);
  });

  it('rejects a staff token at the transfer service', async () => {
    const { tokens } = await signIn('finance');
    sandbox.api.token = tokens.access_token;
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(401);
    sandbox.api.token = undefined;
  });

  it('rejects a sign-in that has ended, of another browser, or for an unknown person', async () => {
    const browser = new Browser(sandbox.url);
    const page = (await begin(browser)).headers.get('location') ?? '';
    expect(
      (await browser.open(page, { method: 'POST', body: new URLSearchParams({ subject: 'nobody' }) })).status,
    ).toBe(400);
    const stranger = await new Browser(sandbox.url).open(page);
    expect([stranger.status, (await stranger.text()).includes('This sign-in has expired')]).toEqual([400, true]);
    await choose(browser, page, 'finance');
    expect((await browser.open(page)).status).toBe(400);
  });

  it('has the same keys after a restart', async () => {
    const other = await startForTest();
    const before = await keysOf(other.url);
    await other.stop();
    const again = await startForTest({ dataDir: other.dataDir });
    expect(await keysOf(again.url)).toEqual(before);
    await again.remove();
  });
});
