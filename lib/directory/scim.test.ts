import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATCH_SCHEMA, readFilter, readPatch, readUser, USER_SCHEMA } from '@/lib/directory/scim';

const user = (members: object) => readUser({ schemas: [USER_SCHEMA], userName: 'ada', ...members });
const patch = (...Operations: unknown[]) => readPatch({ schemas: [PATCH_SCHEMA], Operations });
const json = (text: string): unknown => JSON.parse(text);

describe('an account', () => {
  it.each<[string, object, object]>([
    [
      'Entra',
      { externalId: 'e1', active: 'True', displayName: '', name: { givenName: 'Ada', familyName: 'L' } },
      { externalId: 'e1', isActive: true, displayName: 'Ada L' },
    ],
    [
      'Okta',
      {
        active: true,
        name: { formatted: 'Ada Lovelace' },
        password: 'x',
        emails: [{ primary: true, value: 'ada@desk.example', type: 'work' }],
      },
      { isActive: true, displayName: 'Ada Lovelace', email: 'ada@desk.example' },
    ],
    [
      'the primary address',
      { emails: [{ value: 'a@x.example' }, { value: 'b@x.example', primary: 'true' }] },
      { email: 'b@x.example', displayName: null },
    ],
    ['names in any case', { DISPLAYNAME: 'Ada', Active: 'False' }, { displayName: 'Ada', isActive: false }],
    ['unknown members', { title: 'Chief', roles: [{ value: 'admin' }], groups: ['admin'] }, { displayName: null }],
  ])('of %s', (_what, members, read) => {
    expect(user(members)).toEqual({ ok: true, value: { userName: 'ada', ...read } });
  });

  it.each<[string, unknown, string]>([
    ['no object', 'x', 'invalidSyntax'],
    ['a list', [], 'invalidSyntax'],
    ['an unknown schema', { schemas: ['urn:x'], userName: 'ada' }, 'invalidSyntax'],
    ['no userName', { schemas: [USER_SCHEMA] }, 'invalidValue'],
    ['an empty userName', { schemas: [USER_SCHEMA], userName: ' ' }, 'invalidValue'],
    ['a userName that is too long', { schemas: [USER_SCHEMA], userName: 'x'.repeat(201) }, 'invalidValue'],
    ['a text that cannot be stored', { schemas: [USER_SCHEMA], userName: 'a\0' }, 'invalidValue'],
    ['an activity that is no boolean', { schemas: [USER_SCHEMA], userName: 'ada', active: 'no' }, 'invalidValue'],
    ['an activity of null', { schemas: [USER_SCHEMA], userName: 'ada', active: null }, 'invalidValue'],
  ])('is refused with %s', (_what, body, scimType) => {
    expect(readUser(body)).toMatchObject({ ok: false, error: { status: 400, scimType } });
  });
});

describe('a change', () => {
  it.each<[string, unknown[], object]>([
    ['Entra, deactivation', [{ op: 'Replace', path: 'active', value: 'False' }], { isActive: false }],
    ['Okta, deactivation', [{ op: 'replace', value: { active: false } }], { isActive: false }],
    [
      'Entra, without a path',
      [{ op: 'Add', value: { displayName: 'Ada', 'name.givenName': 'A', externalId: 'e' } }],
      { displayName: 'Ada', externalId: 'e' },
    ],
    [
      'a path with a filter',
      [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@x.example' }],
      { email: 'a@x.example' },
    ],
    ['a path with its schema', [{ op: 'replace', path: `${USER_SCHEMA}:active`, value: false }], { isActive: false }],
    [
      'several, the last wins',
      [
        { op: 'add', path: 'active', value: false },
        { op: 'add', path: 'ACTIVE', value: true },
      ],
      { isActive: true },
    ],
    [
      'removals',
      [
        { op: 'remove', path: 'displayName' },
        { op: 'Remove', path: 'emails[type eq "work"]' },
        { op: 'remove', path: 'externalId' },
      ],
      { displayName: null, email: null, externalId: null },
    ],
    ['activity that is removed', [{ op: 'remove', path: 'active' }], {}],
    [
      'what the console does not keep',
      [
        { op: 'add', path: 'title', value: 'Chief' },
        { op: 'remove', path: 'addresses[type eq "work"].region' },
      ],
      {},
    ],
  ])('%s', (_what, operations, changes) => {
    expect(patch(...operations)).toEqual({ ok: true, value: changes });
  });

  it.each<[string, unknown[], string]>([
    ['another operation', [{ op: 'move', path: 'active', value: false }], 'invalidSyntax'],
    ['no operation', [{}], 'invalidSyntax'],
    ['a path that is no text', [{ op: 'add', path: 1, value: 1 }], 'invalidPath'],
    ['a removal of everything', [{ op: 'remove' }], 'invalidPath'],
    ['no path and no object', [{ op: 'add', value: 'x' }], 'invalidValue'],
    ['a removal of the userName', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
    [
      'one bad operation among good ones',
      [
        { op: 'add', path: 'active', value: false },
        { op: 'add', path: 'active', value: 1 },
      ],
      'invalidValue',
    ],
  ])('is refused with %s', (_what, operations, scimType) => {
    expect(patch(...operations)).toMatchObject({ ok: false, error: { scimType } });
  });

  it('of ten thousand operations is refused unread', () => {
    const many = Array.from({ length: 10_000 }, () => ({ op: 'add', path: 'active', value: false }));
    expect(patch(...many)).toMatchObject({ ok: false, error: { status: 413, scimType: 'tooMany' } });
    expect(readPatch({ schemas: [PATCH_SCHEMA], Operations: [] })).toMatchObject({ ok: false });
    expect(readPatch({ schemas: [], Operations: [] })).toMatchObject({ ok: false });
  });

  it('never reaches a prototype', () => {
    for (const body of [
      `{"schemas":["${PATCH_SCHEMA}"],"Operations":[{"op":"add","path":"__proto__.active","value":true}]}`,
      `{"schemas":["${PATCH_SCHEMA}"],"Operations":[{"op":"add","value":{"__proto__":{"isActive":true},"constructor":{"prototype":{"isActive":true}}}}]}`,
      `{"schemas":["${PATCH_SCHEMA}"],"__proto__":{"Operations":[]},"Operations":[{"__proto__":{"op":"add"},"op":"add","path":"constructor.prototype","value":1}]}`,
    ])
      expect(readPatch(json(body))).toEqual({ ok: true, value: {} });
    expect(({} as { isActive?: boolean }).isActive).toBeUndefined();
  });

  it('reads whatever JSON comes as the five attributes or a refusal', () => {
    const names = fc.constantFrom('active', 'userName', '__proto__', 'emails', 'name.formatted', 'constructor', 'op');
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'Replace', 'remove', 'x'),
        path: fc.oneof(names, fc.string()),
        value: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
        const read = patch(...operations.map((each) => json(JSON.stringify(each))));
        const known = ['userName', 'externalId', 'displayName', 'email', 'isActive'];
        if (read.ok) expect(known).toEqual(expect.arrayContaining(Object.keys(read.value)));
        else expect(read.error.detail).not.toBe('');
      }),
    );
  });
});

describe('a filter', () => {
  it.each<[string | null, object | undefined]>([
    [null, undefined],
    ['userName eq "ada@desk.example"', { attribute: 'userName', value: 'ada@desk.example' }],
    ['USERNAME Eq "a\\"b"', { attribute: 'userName', value: 'a"b' }],
    [' externalId eq "" ', { attribute: 'externalId', value: '' }],
    ['id eq "x"', { attribute: 'id', value: 'x' }],
  ])('%s', (filter, value) => {
    expect(readFilter(filter)).toEqual({ ok: true, value });
  });

  it.each([
    'userName',
    'userName eq ada',
    'userName co "a"',
    'active eq true',
    'userName eq "a" or id eq "b"',
    'userName eq "\\ud800"',
    `userName eq "${'\\'.repeat(2000)}`,
  ])('%s is refused', (filter) => {
    expect(readFilter(filter)).toMatchObject({ ok: false, error: { scimType: 'invalidFilter' } });
  });
});
