import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { encode } from 'next-auth/jwt';
import { SIGN_IN_NOT_STARTED, WEAK_SIGN_IN } from '@/lib/http/routes';
import { pool } from '@/lib/server/database/client';
import { settings } from '@/lib/server/config/settings';
import { verifyLogoutToken } from '@/lib/server/sign-in/sign-out/logout-token';
import { startConnectProxy } from '@/scripts/testing/network/connect-proxy';
import { guardSignIn } from '@/lib/server/sign-in/sign-in-handler';
import { caller } from '@/scripts/testing/people/caller';
import { type ForgedProvider, startForgedProvider } from '@/scripts/testing/people/forged-provider';
import { SignInBrowser } from '@/scripts/testing/people/sign-in-browser';
import { changeSettings, notYet, setUpTestDatabase } from '@/scripts/testing/test-process';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const STATE_COOKIE = '__Secure-next-auth.state';
let provider: ForgedProvider = notYetProvider();
// The cookies of a console that is reached over https.
setUpTestDatabase({ CONSOLE_LIMITS: 'normal', OIDC_CLIENT_ID: 'console', NEXTAUTH_URL: 'https://console.example' });
beforeAll(async () => {
  provider = await startForgedProvider('console');
});
afterAll(() => provider.close());

const NOW_S = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  await pool().query('delete from sessions; delete from rate_limits');
  changeSettings({ OIDC_ISSUER: provider.issuer });
  Object.assign(caller, { sessionId: undefined, cookies: {}, address: '10.0.0.9' });
  provider.idToken = { sub: 'ann', name: 'Ann', roles: ['finance'], auth_time: NOW_S() };
  provider.userinfo = { sub: 'ann' };
});

/** Stands for the provider until it has started. */
function notYetProvider(): ForgedProvider {
  return new Proxy({} as ForgedProvider, { get: notYet });
}

const countCharges = async () =>
  (await pool().query<{ count: number }>('select count(*)::int as count from rate_limits')).rows[0]?.count;

describe('forged returns from the provider', () => {
  it.each([
    ['without a cookie', () => ''],
    ['with a cookie of random text', () => 'x'.repeat(200)],
    ['with a cookie of another secret', () => stateCookie({ secret: 'another-secret-that-is-long-enough' })],
    ['with an expired cookie', () => stateCookie({ maxAge: -60 })],
    ['with another cookie of this console', () => stateCookie({ salt: '__Secure-next-auth.nonce' })],
  ])('%s, 14 a second for half a minute, lock nobody out of the address', async (_how, forge) => {
    const value = await forge();
    caller.cookies = value === '' ? {} : { [STATE_COOKIE]: value };
    let asked = 0;
    for (let call = 0; call < 14 * 30; call += 1) {
      const forged = new Request(`http://localhost:3000/api/auth/callback/oidc?code=x&state=${call}`);
      const answer = await guardSignIn(forged, 'callback', () => {
        asked += 1;
        return Promise.resolve(new Response());
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain(SIGN_IN_NOT_STARTED);
    }
    expect(asked).toBe(0);
    expect(await countCharges()).toBe(0);
    expect(await new SignInBrowser().signIn(provider)).toBe('http://localhost:3000/');
  });

  it('are recorded once a minute', async () => {
    const { rows } = await pool().query<{ entry: string }>(
      `select entry from audit_log where action = 'session.refused'`,
    );
    expect(rows.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject([{ after: { cause: 'state' } }]);
  });
});

it('starts without the token of this browser lock nobody out of the address', async () => {
  for (let call = 0; call < 14 * 30; call += 1) {
    const forged = new Request('http://localhost:3000/api/auth/signin/oidc', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: 'x', callbackUrl: '/' }),
    });
    expect((await guardSignIn(forged, 'signin', () => Promise.resolve(new Response()))).status).toBe(200);
  }
  expect(await countCharges()).toBe(0);
  expect(await new SignInBrowser().signIn(provider)).toBe('http://localhost:3000/');
  // Its start and its return.
  expect(await countCharges()).toBe(2);
});

it('everything that the provider is asked comes through the proxy, for a sign-in and for a logout token', async () => {
  const issuer = 'https://people.desk.test';
  const people = await startForgedProvider('console', { issuer, pair: inject('trustedPair') });
  const proxy = await startConnectProxy({ 'people.desk.test:443': people.port });
  try {
    Object.assign(people, { idToken: provider.idToken, userinfo: provider.userinfo });
    changeSettings({ OIDC_ISSUER: issuer, HTTPS_PROXY: proxy.url });
    expect(await new SignInBrowser().signIn(people)).toBe('http://localhost:3000/');
    // Discovery for the start and for the return, the token, the keys, userinfo.
    expect(proxy.asked).toEqual(Array.from({ length: 5 }, () => 'people.desk.test:443'));
    const iat = NOW_S();
    const claims = {
      iss: issuer,
      aud: 'console',
      iat,
      exp: iat + 60,
      jti: 'one',
      sub: 'ann',
      events: { [LOGOUT]: {} },
    };
    expect(await verifyLogoutToken(people.sign(claims))).toMatchObject({ sub: 'ann' });
    expect(proxy.asked.slice(5)).toContain('people.desk.test:443');
    proxy.behaviour = 403;
    expect(await new SignInBrowser().signIn(people)).toContain('error=');
    expect(await readLastEntry('session.refused')).toMatchObject({ after: { cause: 'unreachable' } });
  } finally {
    await proxy.close();
    await people.close();
  }
});

describe('a userinfo answer', () => {
  it.each([{ sub: 'bob' }, {}, { sub: null }])(
    'about nobody or somebody else signs nobody in (%j)',
    async (userinfo) => {
      provider.userinfo = { ...userinfo, roles: ['finance', 'admin'], name: 'Bob' };
      expect(await new SignInBrowser().signIn(provider)).toContain('error=');
      expect(await readSessions()).toEqual([]);
    },
  );

  it('cannot replace what the signed token states: neither roles nor the time of the sign-in', async () => {
    const signedInS = NOW_S() - 3600;
    provider.idToken = { ...provider.idToken, auth_time: signedInS, acr: 'bronze' };
    provider.userinfo = { sub: 'ann', name: 'Bob', roles: ['finance', 'admin'], auth_time: NOW_S(), acr: 'gold' };
    await new SignInBrowser().signIn(provider);
    expect(await readSessions()).toEqual([{ name: 'Ann', roles: ['finance'], signedInS }]);
  });

  it('cannot state the time of a sign-in that the signed token leaves open', async () => {
    provider.idToken = { sub: 'ann', name: 'Ann' };
    provider.userinfo = { sub: 'ann', roles: ['approver'], auth_time: NOW_S() };
    await new SignInBrowser().signIn(provider);
    expect(await readSessions()).toEqual([{ name: 'Ann', roles: ['approver'], signedInS: 0 }]);
  });
});

describe('a person whose claims give no role', () => {
  it('is signed in without one, and the audit log names what came, never a value', async () => {
    provider.idToken = { sub: 'ann', name: 'Ann', groups: ['treasury-secret'], realm_access: { roles: ['x'] } };
    expect(await new SignInBrowser().signIn(provider)).toBe('http://localhost:3000/');
    expect((await readLastEntry('session.opened')).after).toMatchObject({
      roles: [],
      statedClaims: ['groups', 'name', 'realm_access.roles'],
    });
    expect(JSON.stringify((await readLastEntry('session.opened')).after)).not.toContain('treasury-secret');
  });

  it('since the provider left their groups out is told apart', async () => {
    provider.idToken = { sub: 'ann', name: 'Ann', _claim_names: { roles: 'src1' }, _claim_sources: { src1: {} } };
    await new SignInBrowser().signIn(provider);
    expect((await readLastEntry('session.opened')).after).toMatchObject({ roles: [], leftOutClaims: ['roles'] });
  });
});

describe('a required way of authentication (OIDC_REQUIRED_ACR)', () => {
  it.each([undefined, 'bronze', [['gold']], 'gold silver'])(
    'is not met by acr %j, whatever userinfo says',
    async (acr) => {
      changeSettings({ OIDC_REQUIRED_ACR: ['gold', 'silver'] });
      provider.idToken = { ...provider.idToken, ...(acr !== undefined && { acr }) };
      provider.userinfo = { sub: 'ann', acr: 'gold' };
      expect(await new SignInBrowser().signIn(provider)).toContain(`error=${WEAK_SIGN_IN}`);
      expect(await readSessions()).toEqual([]);
    },
  );

  it('is asked for, and met by one of the list', async () => {
    changeSettings({ OIDC_REQUIRED_ACR: ['gold', 'silver'] });
    provider.idToken = { ...provider.idToken, acr: 'silver' };
    const browser = new SignInBrowser();
    expect((await browser.start()).searchParams.get('acr_values')).toBe('gold silver');
    expect(await browser.signIn(provider)).toBe('http://localhost:3000/');
    expect(await readSessions()).toHaveLength(1);
  });
});

async function readSessions(): Promise<unknown[]> {
  const { rows } = await pool().query(
    `select name, sessions.roles, extract(epoch from authenticated_at)::int as "signedInS"
     from sessions join people on people.id = person_id order by sessions.created_at`,
  );
  return rows;
}

function stateCookie(change: { secret?: string; maxAge?: number; salt?: string }): Promise<string> {
  const token = { value: 'x', provider: 'oidc' };
  return encode({ token, secret: settings().NEXTAUTH_SECRET, maxAge: 900, salt: STATE_COOKIE, ...change });
}
