import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { PATCH_SCHEMA, USER_SCHEMA } from '@/lib/directory/scim';
import { findPerson } from '@/lib/server/auth/sessions';
import { pool } from '@/lib/server/database/client';
import { answerScim } from '@/lib/server/directory/answer-scim';
import { listPeople } from '@/lib/server/people/list-people';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { filledForm } from '@/scripts/stack/filled-form';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs, signInWith } from '@/scripts/testing/test-process';

setUpTestConsole();

interface Answer {
  status: number;
  body: { id?: string; active?: boolean; scimType?: string; totalResults?: number; Resources?: { id: string }[] };
}

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const url = new URL(`http://console.test/scim/v2/${path}`);
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const answer = await answerScim(new Request(url, init), url.pathname.split('/').slice(3));
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}

const user = (members: object) => ({ schemas: [USER_SCHEMA], ...members });
const patch = (...Operations: object[]) => ({ schemas: [PATCH_SCHEMA], Operations });
const DEACTIVATE = patch({ op: 'Replace', path: 'active', value: 'False' });

async function add(subject: string, more: object = {}): Promise<string> {
  const { status, body } = await call(
    'POST',
    'Users',
    user({ userName: `${subject}@desk.example`, externalId: subject, ...more }),
  );
  expect(status).toBe(201);
  return body.id ?? '';
}

beforeEach(async () => {
  changeSettings({ OIDC_ISSUER: 'https://people.example' });
  await asOwner('delete from person_suspensions; delete from directory_users');
});

const isSignedIn = async (sessionId: string) =>
  (await findPerson(sessionId, { isSeen: false, origin: null })) !== undefined;

const find = async (query: Record<string, string>) =>
  (await call('GET', `Users?${new URLSearchParams(query).toString()}`)).body;
const countChanges = async () =>
  (await pool().query(`select count(*)::int from audit_log where action = 'directory.changed'`)).rows;

async function readActions(personId: string): Promise<string[]> {
  const { rows } = await pool().query<{ action: string }>(
    'select action from audit_log where subject = $1 order by seq',
    [`person:${personId}`],
  );
  return rows.map(({ action }) => action);
}

describe('somebody who leaves', () => {
  it.each<[string, (id: string) => Promise<Answer>]>([
    ['by PATCH of Entra', (id) => call('PATCH', `Users/${id}`, DEACTIVATE)],
    ['by PATCH of Okta', (id) => call('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }))],
    ['by PUT', (id) => call('PUT', `Users/${id}`, user({ userName: 'leaver', active: false }))],
    ['by DELETE', (id) => call('DELETE', `Users/${id}`)],
  ])('%s loses the session and the vote at once', async (_how, leave) => {
    const finance = await signInAs('finance', ['finance']);
    const { sessionId, person } = await signInAs('leaver', ['approver']);
    const id = await add('leaver');
    caller.sessionId = finance.sessionId;
    const made = await createRequest({ formKey: randomUUID(), form: filledForm() });
    const requestId = made.ok ? made.value.requestId : '';
    const read = await readRequest(requestId);
    const { version, bodySha256 } = read.ok ? read.value : { version: 0, bodySha256: '' };
    caller.sessionId = sessionId;
    expect(await decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' })).toMatchObject({
      ok: true,
    });

    expect((await leave(id)).status).toBeLessThan(300);
    expect(await isSignedIn(sessionId)).toBe(false);
    await expect(signInAs('leaver', ['approver'])).rejects.toThrow('suspended');
    caller.sessionId = finance.sessionId;
    expect(await readRequest(requestId)).toMatchObject({ value: { approvals: { given: 0 } } });
    expect(await readActions(person.id)).toEqual(
      expect.arrayContaining(['directory.changed', 'person.suspended', 'session.revoked']),
    );
  });

  it('stays away when the directory takes them back, until two administrators lift the suspension', async () => {
    await signInAs('leaver', ['approver']);
    const id = await add('leaver', { active: false });
    expect(
      (await call('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))).body.active,
    ).toBe(true);
    await expect(signInAs('leaver', ['approver'])).rejects.toThrow('suspended');
    await asOwner('delete from person_suspensions');
    await expect(signInAs('leaver', ['approver'])).resolves.toBeDefined();
  });

  it('stays away while the directory says so, whatever is lifted here, and also under an account that it deleted', async () => {
    await signInAs('leaver', ['approver']);
    const id = await add('leaver', { active: false });
    await asOwner('delete from person_suspensions');
    await expect(signInAs('leaver', ['approver'])).rejects.toThrow('suspended');
    await call('DELETE', `Users/${id}`);
    await asOwner('delete from person_suspensions');
    await expect(signInAs('leaver', ['approver'])).rejects.toThrow('suspended');
    // A new account of the same person.
    await add('leaver');
    await asOwner('delete from person_suspensions');
    await expect(signInAs('leaver', ['approver'])).resolves.toBeDefined();
  });

  it('is suspended as one of the last two administrators as well, with an alarm', async () => {
    await asOwner(`update people set roles = '{}' where 'admin' = any(roles)`);
    const [one] = [await signInAs('admin', ['admin']), await signInAs('admin-two', ['admin'])];
    for (const subject of ['admin-two', 'admin']) await call('DELETE', `Users/${await add(subject)}`);
    expect(await isSignedIn(one.sessionId)).toBe(false);
    const { rows } = await pool().query<{ entry: string }>(
      `select entry from audit_log where action = 'person.suspended' order by seq desc limit 2`,
    );
    expect(rows.map(({ entry }) => (JSON.parse(entry) as { after: object }).after)).toEqual([
      { isSuspended: true, adminsLeft: 0 },
      { isSuspended: true, adminsLeft: 1 },
    ]);
  });
});

describe('an account', () => {
  it('of somebody who never signed in is a person without a role, and its name is theirs until they sign in', async () => {
    const subject = `new-${randomUUID()}`;
    const id = await add(subject, { displayName: 'Ada', roles: [{ value: 'admin' }], groups: ['admin'] });
    const person = async () =>
      (await pool().query('select name, email, roles from people where subject = $1', [subject])).rows;
    expect(await person()).toEqual([{ name: 'Ada', email: null, roles: [] }]);
    await call(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'add', path: 'emails[type eq "work"].value', value: 'ada@desk.example' }),
    );
    expect(await person()).toEqual([{ name: 'Ada', email: 'ada@desk.example', roles: [] }]);
    caller.sessionId = (await signInAs('auditor', ['auditor'])).sessionId;
    const people = await listPeople();
    expect(people.ok && people.value.items.find(({ name }) => name === 'Ada')).toMatchObject({ lastSignInAt: null });
    await signInWith({ subject, name: 'Ada Lovelace', roles: ['approver'] });
    await call('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Eve' }));
    expect(await person()).toMatchObject([{ name: 'Ada Lovelace', roles: ['approver'] }]);
  });

  it('is of the person whose SCIM_ID_CLAIM it names, from their sign-in on', async () => {
    changeSettings({ OIDC_ISSUER: 'https://people.example', SCIM_ID_CLAIM: 'oid' });
    const oid = randomUUID();
    const id = await add(oid);
    caller.sessionId = (await signInAs('auditor', ['auditor'])).sessionId;
    expect(await listPeople()).toMatchObject({ value: { unlinked: { userNames: [`${oid}@desk.example`], total: 1 } } });
    const { sessionId } = await signInWith({ subject: `pairwise-${oid}`, roles: ['approver'], directoryId: oid });
    await call('PATCH', `Users/${id}`, DEACTIVATE);
    expect(await isSignedIn(sessionId)).toBe(false);
    const other = randomUUID();
    await add(other, { active: false });
    await expect(signInWith({ subject: `pairwise-${other}`, roles: ['approver'], directoryId: other })).rejects.toThrow(
      'suspended',
    );
  });

  it.each([
    ['the externalId of another', { userName: 'second', externalId: 'first' }],
    ['the userName of another, in another case', { userName: 'FIRST@desk.example', externalId: 'second' }],
  ])('with %s is refused, new and changed', async (_what, members) => {
    await add('first');
    expect(await call('POST', 'Users', user(members))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const { body } = await call('POST', 'Users', user({ userName: 'third' }));
    expect(await call('PUT', `Users/${body.id}`, user(members))).toMatchObject({ status: 409 });
  });

  it('that two write at once with one externalId is one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, number) =>
        call('POST', 'Users', user({ userName: `same-${number}`, externalId: 'same' })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  it('of a person keeps its externalId, so that nobody else is meant by it later', async () => {
    const id = await add('kept');
    const changed = await call(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'replace', path: 'externalId', value: 'approver-one' }),
    );
    expect(changed).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
  });

  it.each(['x', randomUUID(), '../Users', '%00', "' or 1=1"])('that is not there is not found (%s)', async (id) => {
    for (const [method, body] of [
      ['GET'],
      ['PATCH', DEACTIVATE],
      ['PUT', user({ userName: 'x' })],
      ['DELETE'],
    ] as const)
      expect((await call(method, `Users/${encodeURIComponent(id)}`, body)).status).toBe(404);
  });

  it('is written to the audit log once, however often the directory writes the same', async () => {
    const id = await add('quiet');
    const before = await countChanges();
    for (let time = 0; time < 3; time += 1)
      await call('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect(await countChanges()).toEqual(before);
  });
});

describe('the list', () => {
  it('finds by userName in any case, by externalId and by id, and pages', async () => {
    const ids = [await add('a'), await add('b'), await add('c')];
    expect(await find({ filter: 'userName eq "A@DESK.example"' })).toMatchObject({
      totalResults: 1,
      Resources: [{ id: ids[0] }],
    });
    expect(await find({ filter: 'externalId eq "b"' })).toMatchObject({ totalResults: 1, Resources: [{ id: ids[1] }] });
    expect(await find({ filter: `id eq "${ids[2]}"` })).toMatchObject({ totalResults: 1 });
    expect(await find({ filter: 'userName eq "nobody"' })).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await find({ startIndex: '2', count: '1' })).Resources).toMatchObject([{ id: ids[1] }]);
    expect(await find({ startIndex: '-5', count: '0' })).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      Resources: [],
    });
    expect(await find({ filter: 'title eq "x"' })).toMatchObject({ scimType: 'invalidFilter' });
  });

  it('is all there is, beside what the endpoint can do', async () => {
    expect((await call('GET', 'ServiceProviderConfig')).status).toBe(200);
    for (const path of ['Groups', 'Bulk', 'Me', 'Users/x/y', '']) expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', 'Users', 'no user')).body).toMatchObject({ scimType: 'invalidSyntax' });
  });
});
