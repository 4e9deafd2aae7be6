import { describe, expect, it } from 'vitest';
import { setUpSettings } from '@/scripts/testing/test-process';
import { authOptions } from '@/lib/server/auth/sign-in';

setUpSettings(() => ({ OIDC_ISSUER: 'https://people.example/tenant' }));

type Request = (context: unknown) => Promise<Record<string, unknown>>;

/** What becomes of an identity token's claims, and of the userinfo answer where there is one. */
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
    'of the configured issuer is taken (%s)',
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
  ])('of another issuer is refused, whatever discovery said (%j)', async (iss) => {
    await expect(readClaims({ iss, sub: 'a' })).rejects.toThrow('iss');
  });

  it('is not mixed with what userinfo says about somebody else', async () => {
    await expect(readClaims({ iss: 'https://people.example/tenant', sub: 'a' }, { sub: 'b' })).rejects.toThrow(
      'another subject',
    );
  });
});

it('the session’s cookie is the host’s alone, out of reach of scripts, and only sent over https', () => {
  const { cookies, useSecureCookies } = authOptions();
  expect(cookies?.sessionToken).toEqual({
    name: expect.stringMatching(/^__Host-/),
    options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
  });
  expect(useSecureCookies).toBe(true);
});
