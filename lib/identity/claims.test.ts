import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUserinfo, checkAcr, isLeftOut, listClaimNames, readClaim, readValues } from '@/lib/identity/claims';

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

describe('a claim by its name', () => {
  it.each<[string, object, string, string[]]>([
    ['a list', { roles: ['a', 'b'] }, 'roles', ['a', 'b']],
    ['one text', { roles: 'a' }, 'roles', ['a']],
    ['Keycloak', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    ['a client of Keycloak', { resource_access: { desk: { roles: ['a'] } } }, 'resource_access.desk.roles', ['a']],
    ['Auth0', { 'https://desk.example/roles': ['a'] }, 'https://desk.example/roles', ['a']],
    ['a whole name before a path', { 'a.b': ['whole'], a: { b: ['path'] } }, 'a.b', ['whole']],
    ['Zitadel', { 'urn:zitadel:roles': { a: { 1042: 'desk.example' } } }, 'urn:zitadel:roles', ['a']],
    ['a map of flags', { roles: { admin: false } }, 'roles', []],
    ['a list that is not of texts', { roles: ['a', 1] }, 'roles', []],
    ['what every object has', { realm_access: {} }, 'realm_access.constructor', []],
    ['a path into a list', { realm_access: ['a'] }, 'realm_access.0', []],
    ['a path into a text', { realm_access: 'abc' }, 'realm_access.length', []],
  ])('%s', (_shape, claims, name, values) => {
    expect(readValues({ ...claims }, name)).toEqual(values);
  });

  it('is never what the prototype of an object has', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)), (name) => {
        expect(readClaim({ a: {} }, name)).toBeUndefined();
        expect(readClaim({ a: {} }, `a.${name}`)).toBeUndefined();
      }),
    );
  });

  it('comes from userinfo where the token lacks the end of its path', () => {
    const userinfo = { sub: 'ann', realm_access: { roles: ['a'] } };
    for (const token of [TOKEN, { ...TOKEN, realm_access: {} }])
      expect(readValues(addUserinfo(token, userinfo, ['realm_access.roles']), 'realm_access.roles')).toEqual(['a']);
    const signed = { ...TOKEN, realm_access: { roles: [] } };
    expect(readValues(addUserinfo(signed, userinfo, ['realm_access.roles']), 'realm_access.roles')).toEqual([]);
  });

  it('that Entra left out is named by _claim_names', () => {
    const claims = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.example' } },
    };
    expect([isLeftOut(claims, 'groups'), isLeftOut(claims, 'roles'), isLeftOut({}, 'groups')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isLeftOut({ _claim_names: {} }, 'toString')).toBe(false);
  });
});

it('the names of claims are listed without a value, and without those of the token itself', () => {
  const claims = { ...TOKEN, name: 'Ann', groups: ['secret'], realm_access: { roles: ['secret'], 'x\0': 1 }, aud: 'x' };
  expect(listClaimNames(claims)).toEqual(['groups', 'name', 'realm_access.roles', 'realm_access.x']);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`${number}`.repeat(90), 1]));
  expect(listClaimNames(many)).toHaveLength(40);
  expect(Math.max(...listClaimNames(many).map((name) => name.length))).toBe(80);
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
