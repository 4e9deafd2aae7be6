import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { readKnownBrowser, writeKnownBrowser } from '@/lib/server/sign-in/known-browser';
import { endDigests, readToken, unsubscribeAddress } from '@/lib/server/notifications/unsubscribe';
import { singleton } from '@/lib/server/runtime/singleton';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { caller } from '@/scripts/testing/people/caller';
import { type ForgedProvider, startForgedProvider } from '@/scripts/testing/people/forged-provider';
import { readSingletons } from '@/scripts/testing/singletons';
import { SignInBrowser } from '@/scripts/testing/people/sign-in-browser';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';

// What uses up whose sign-ins: docs/decisions/0011-rate-limits-in-a-table-of-our-own.md.

let provider: ForgedProvider;
// The cookies of a console that is reached over https.
setUpTestDatabase({ CONSOLE_LIMITS: 'normal', OIDC_CLIENT_ID: 'console', NEXTAUTH_URL: 'https://console.example' });
beforeAll(async () => {
  provider = await startForgedProvider('console');
});
afterAll(() => provider.close());

const HOME = 'http://localhost:3000/';
const KEYS = 'select key from rate_limits order by key';

beforeEach(async () => {
  await pool().query('delete from sessions; delete from rate_limits');
  // What this process remembers of a limit belongs to the test before.
  readSingletons().delete('people.limits');
  changeSettings({ OIDC_ISSUER: provider.issuer });
  Object.assign(caller, { sessionId: undefined, cookies: {}, address: '10.0.0.9' });
  provider.idToken = { sub: 'ann', name: 'Ann', roles: ['approver'], auth_time: Math.floor(Date.now() / 1000) };
  provider.userinfo = { sub: 'ann' };
});

/** Sets the console's clock, as its comparison with the database's does. */
function setClock(at: Date): void {
  singleton<{ offsetMs: number | undefined }>('clock', () => ({ offsetMs: undefined })).offsetMs =
    at.getTime() - performance.now();
}
afterEach(() => setClock(new Date()));

/** Starts sign-ins with one csrf cookie, and gives how many were answered with a limit. */
async function flood(browser: SignInBrowser, starts: number): Promise<number> {
  const { csrfToken } = (await (await browser.call('csrf')).json()) as { csrfToken: string };
  let limited = 0;
  for (let call = 0; call < starts; call += 1)
    limited += (await browser.call('signin/oidc', { csrfToken, callbackUrl: HOME })).status === 429 ? 1 : 0;
  return limited;
}

const keys = async () => (await pool().query<{ key: string }>(KEYS)).rows.map(({ key }) => key);

describe('an approver who signed in here before renews the sign-in from the same address', () => {
  it(
    'after 300 posts to the link that ends digests, with no, a wrong or a real code',
    { timeout: 60_000 },
    async () => {
      const approver = new SignInBrowser();
      expect(await approver.signIn(provider)).toBe(HOME);
      caller.cookies = {};
      const token = new URL(unsubscribeAddress(randomUUID())).searchParams.get('token') ?? '';
      for (const given of ['', `${randomUUID()}.x`, token])
        for (let call = 0; call < 100; call += 1) await endDigests(given);
      expect(await approver.signIn(provider)).toBe(HOME);
      expect(await new SignInBrowser().signIn(provider)).toBe(HOME);
    },
  );

  it(
    'after 260 starts with one csrf cookie, which a browser that is new here has to wait for',
    { timeout: 60_000 },
    async () => {
      const approver = new SignInBrowser();
      expect(await approver.signIn(provider)).toBe(HOME);
      const stranger = new SignInBrowser();
      expect(await flood(stranger, 260)).toBeGreaterThan(0);
      expect(await approver.signIn(provider)).toBe(HOME);
      expect(await approver.signIn(provider, { max_age: '1' })).toBe(HOME);
      // Several, since a slow machine gives the budget time to refill.
      expect(await flood(new SignInBrowser(), 40)).toBeGreaterThan(0);
    },
  );

  it('after 300 returns of a sign-in that a stranger started', { timeout: 60_000 }, async () => {
    const [approver, stranger, other] = [new SignInBrowser(), new SignInBrowser(), new SignInBrowser()];
    await stranger.start();
    let limited = 0;
    for (let call = 0; call < 300; call += 1)
      limited += (await stranger.call(`callback/oidc?code=x&state=${call}`)).status === 429 ? 1 : 0;
    expect(limited).toBeGreaterThan(290);
    expect(await approver.signIn(provider)).toBe(HOME);
    expect(await other.signIn(provider)).toBe(HOME);
  });

  it('after another known browser used up its own budget', { timeout: 60_000 }, async () => {
    const [approver, colleague] = [new SignInBrowser(), new SignInBrowser()];
    for (const browser of [approver, colleague]) expect(await browser.signIn(provider)).toBe(HOME);
    expect(await flood(colleague, 40)).toBeGreaterThan(0);
    expect(await approver.signIn(provider)).toBe(HOME);
    expect(await new SignInBrowser().signIn(provider)).toBe(HOME);
  });
});

const set = (value: string) => {
  caller.cookies = { [ownCookies().browser]: value };
};
const made = async () => /=([^;]+)/.exec(await writeKnownBrowser())?.[1] ?? '';

describe('the cookie of a known browser', () => {
  it('names no person, keeps its number, and is for this host alone, hidden from scripts', async () => {
    const header = await writeKnownBrowser();
    expect(header).toMatch(/^__Host-[^;]+; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/);
    const value = await made();
    set(value);
    const number = await readKnownBrowser();
    expect(value.startsWith(`${number}.`)).toBe(true);
    expect((await made()).startsWith(`${number}.`)).toBe(true);
    caller.cookies = {};
    expect((await made()).startsWith(`${number}.`)).toBe(false);
  });

  it('counts only as it was made, and for 90 days', async () => {
    const value = await made();
    const [number = '', at = '', code = ''] = value.split('.');
    for (const forged of [
      '',
      number,
      `${number}.${at}.`,
      `${number}.${Number(at) + 1}.${code}`,
      `${'A'.repeat(22)}.${at}.${code}`,
      `${value}.x`,
      'x'.repeat(10_000),
    ]) {
      set(forged);
      expect(await readKnownBrowser()).toBeUndefined();
    }
    set(value);
    for (const [days, isKnown] of [
      [0, true],
      [89, true],
      [91, false],
    ] as const) {
      setClock(new Date(Number(at) * 1000 + days * 86_400_000));
      expect((await readKnownBrowser()) !== undefined).toBe(isKnown);
    }
    setClock(new Date());
    changeSettings({ NEXTAUTH_SECRET: 'another-secret-of-thirty-two-characters' });
    expect(await readKnownBrowser()).toBeUndefined();
  });
});

describe('the link that ends digests', () => {
  it('is verified before anything is counted, and then counts by itself', async () => {
    for (let call = 0; call < 50; call += 1)
      expect(await endDigests(`${randomUUID()}.${'A'.repeat(43)}`)).toBe('unknown');
    expect(await keys()).toEqual([]);
    const id = randomUUID();
    const token = new URL(unsubscribeAddress(id)).searchParams.get('token') ?? '';
    const outcomes = [];
    for (let call = 0; call < 12; call += 1) outcomes.push(await endDigests(token));
    expect(outcomes.slice(0, 10)).not.toContain('too-many');
    expect(outcomes.at(-1)).toBe('too-many');
    expect(await keys()).toEqual([`endDigests own ${id}`]);
  });

  it.each([
    ['2026-11-01T00:00:00Z', '2027-01-31T23:59:59Z', '2027-02-01T00:00:00Z'],
    ['2026-12-31T23:59:59Z', '2027-02-28T23:59:59Z', '2027-03-01T00:00:00Z'],
  ])('of %s counts until %s, and no longer at %s', (issued, last, after) => {
    setClock(new Date(issued));
    const id = randomUUID();
    const token = new URL(unsubscribeAddress(id)).searchParams.get('token') ?? '';
    setClock(new Date(last));
    expect(readToken(token)).toBe(id);
    setClock(new Date(after));
    expect(readToken(token)).toBeUndefined();
  });
});
