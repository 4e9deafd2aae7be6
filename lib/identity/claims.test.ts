import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUserinfo, checkAcr } from '@/lib/identity/claims';

const TOKEN = { iss: 'https://people.example', sub: 'ann', auth_time: 1000 };

describe('the userinfo answer', () => {
  it.each([
    [{ roles: ['admin'] }, { roles: ['finance'] }, { roles: ['finance'] }],
    [{ roles: ['admin'] }, {}, { roles: ['admin'] }],
    [{ roles: ['admin'] }, { roles: [] }, { roles: [] }],
    [{ roles: ['admin'] }, { roles: null }, { roles: ['admin'] }],
    [{ name: 'Bob' }, { name: 'Ann' }, { name: 'Ann' }],
    [{ name: 'Ann' }, {}, { name: 'Ann' }],
    [{ email: 'a@x.example', email_verified: true }, {}, { email: 'a@x.example', email_verified: true }],
    [{ email_verified: true }, { email: 'a@x.example' }, { email: 'a@x.example' }],
    [{ email: 'a@x.example' }, { email_verified: true }, { email: 'a@x.example', email_verified: undefined }],
  ])('%j adds to a token with %j only what it lacks', (userinfo, token, expected) => {
    expect(addUserinfo({ ...TOKEN, ...token }, { sub: 'ann', ...userinfo }, ['roles'])).toEqual({
      ...TOKEN,
      ...expected,
    });
  });

  it('never changes or adds anything else, whatever it holds', () => {
    const given = fc.dictionary(
      fc.oneof(fc.constantFrom('acr', 'amr', 'auth_time', 'iss', 'aud', 'nonce', 'groups', '__proto__'), fc.string()),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(given, fc.constantFrom('roles', 'auth_time', 'acr', 'sub'), (userinfo, rolesClaim) => {
        const merged = addUserinfo(TOKEN, { ...userinfo, sub: 'ann' }, [rolesClaim]);
        expect(merged).toMatchObject(TOKEN);
        expect(['sub', 'iss', 'auth_time', 'roles', 'name', 'preferred_username', 'email', 'email_verified']).toEqual(
          expect.arrayContaining(Object.keys(merged)),
        );
      }),
    );
  });

  it.each([{}, { sub: 'bob' }, { sub: null }, { sub: ['ann'] }, { sub: '' }, { sub: 'Ann' }])(
    'is refused about anybody but the subject of the token (%j)',
    (userinfo) => {
      expect(() => addUserinfo(TOKEN, { ...userinfo, roles: ['admin'] }, ['roles'])).toThrow('subject');
    },
  );
});

describe('a required way of authentication', () => {
  it.each(['silver', 'gold'])('is met by one of the list (%s)', (acr) => {
    expect(() => checkAcr({ acr }, ['silver', 'gold'])).not.toThrow();
  });
  it.each([undefined, null, '', 'bronze', ['gold'], 'silver gold'])('is not met by %j', (acr) => {
    expect(() => checkAcr({ acr }, ['silver', 'gold'])).toThrow('acr');
  });
  it('is not asked for where none is configured', () => {
    expect(() => checkAcr({}, [])).not.toThrow();
  });
});
