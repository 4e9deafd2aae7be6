import { describe, expect, it } from 'vitest';
import { changeSettings, setUpSettings } from '@/scripts/testing/test-process';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { authOptions } from '@/lib/server/sign-in/sign-in';

setUpSettings(() => ({ OIDC_ISSUER: 'https://people.example/tenant' }));

type Request = (context: unknown) => Promise<Record<string, unknown>>;

/** Returns the claims that result from an identity token and an optional userinfo answer. */
function readClaims(claims: object, userinfo?: object): Promise<Record<string, unknown>> {
  const [provider] = authOptions().providers as unknown as { userinfo: { request: Request } }[];
  const client = {
    issuer: { metadata: userinfo ? { userinfo_endpoint: 'x' } : {} },
    userinfo: () => Promise.resolve(userinfo),
  };
  return provider?.userinfo.request({ tokens: { access_token: 'x', claims: () => claims }, client }) as Promise<
    Record<string, unknown>
  >;
}

describe('an identity token', () => {
  it.each(['https://people.example/tenant', 'https://people.example/tenant/'])(
    'of the configured issuer is accepted (%s)',
    async (iss) => {
      expect(await readClaims({ iss, sub: 'a' }, { sub: 'a', roles: ['finance'] })).toMatchObject({
        sub: 'a',
        roles: ['finance'],
      });
    },
  );

  it.each([
    'https://people.example',
    'https://people.example/tenant.evil.example',
    'https://people.example/Tenant',
    undefined,
    null,
    ['x'],
  ])('of another issuer is rejected, whatever discovery stated (%j)', async (iss) => {
    await expect(readClaims({ iss, sub: 'a' })).rejects.toThrow('iss');
  });

  it('is not combined with a userinfo answer about another subject', async () => {
    await expect(readClaims({ iss: 'https://people.example/tenant', sub: 'a' }, { sub: 'b' })).rejects.toThrow(
      'another subject',
    );
  });
});

it('Google is asked for the time of the sign-in as a claim, since a maximum age is not enough there', () => {
  changeSettings({ OIDC_ISSUER: 'https://accounts.google.com' });
  const [provider] = authOptions().providers as unknown as { authorization: { params: object } }[];
  expect(provider?.authorization.params).toMatchObject({
    max_age: expect.any(Number),
    claims: '{"id_token":{"auth_time":{"essential":true}}}',
  });
});

it.each([
  ['Ada', 'Ada'],
  ['x'.repeat(120), 'x'.repeat(120)],
  ['x'.repeat(121), `${'x'.repeat(119)}…`],
  ['\u{1f389}'.repeat(100_000), `${'\u{1f389}'.repeat(119)}…`],
  ['A\0da \ud800', 'Ada \ufffd'],
])('a name of the provider ends at 120 characters', (name, kept) => {
  const [provider] = authOptions().providers as unknown as { profile: (claims: object) => { name: string } }[];
  expect(provider?.profile({ sub: 'a', name }).name).toBe(kept);
});

it('the session cookie is limited to the host, hidden from scripts, and sent only over https', () => {
  changeSettings({ NEXTAUTH_URL: 'https://desk.example' });
  const { cookies, useSecureCookies } = authOptions();
  expect(cookies?.sessionToken).toEqual({
    name: '__Host-countersign.session',
    options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
  });
  expect(useSecureCookies).toBe(true);
  expect(ownCookies()).toMatchObject({
    browser: '__Host-countersign.browser',
    csrf: '__Host-next-auth.csrf-token',
    state: '__Secure-next-auth.state',
    callback: '__Secure-next-auth.callback-url',
  });
});

it('only at plain http on loopback has the session cookie a name that every browser keeps there', () => {
  changeSettings({ NEXTAUTH_URL: 'http://localhost:3000' });
  const { cookies, useSecureCookies } = authOptions();
  expect(cookies?.sessionToken).toEqual({
    name: 'countersign.session',
    options: { httpOnly: true, secure: false, sameSite: 'lax', path: '/' },
  });
  expect(useSecureCookies).toBe(false);
});

describe('what tells that two accounts belong to one person', () => {
  type Profile = (claims: object) => Record<string, unknown>;
  function readAccount(claims: object): Record<string, unknown> {
    const [provider] = authOptions().providers as unknown as { profile: Profile }[];
    return provider?.profile({ sub: 'a', ...claims }) ?? {};
  }

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
    [{}, false],
  ])('an address counts as verified only where the provider says so (%j)', (email_verified, isEmailVerified) => {
    expect(readAccount({ email: 'ada@example.com', email_verified })).toMatchObject({ isEmailVerified });
    expect(readAccount({ email_verified })).toMatchObject({ email: null, isEmailVerified: false });
  });

  it.each([
    ['E-1042', 'E-1042'],
    [1042, '1042'],
    ['', null],
    [undefined, null],
    [['E-1042'], null],
  ])('the person claim is a text or a number (%j)', (employee, personClaim) => {
    expect(readAccount({ employee })).toMatchObject({ personClaim: null });
    changeSettings({ OIDC_PERSON_CLAIM: 'employee' });
    expect(readAccount({ employee })).toMatchObject({ personClaim });
  });
});
