import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerBackChannelLogout } from '@/lib/server/sign-in/sign-out/back-channel-logout';
import { pool } from '@/lib/server/database/client';
import { resetCaller } from '@/scripts/testing/people/caller';
import { type ForgedProvider, startForgedProvider } from '@/scripts/testing/people/forged-provider';
import { changeSettings, setUpTestDatabase, signInWith } from '@/scripts/testing/test-process';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

setUpTestDatabase({ OIDC_CLIENT_ID: 'console' });

let provider: ForgedProvider;
beforeAll(async () => {
  provider = await startForgedProvider('console');
});
afterAll(() => provider.close());

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const NOW_S = () => Math.floor(Date.now() / 1000);

/** Claims of a token that counts, with changes. */
const claims = (changes: object = {}) => ({
  iss: provider.issuer,
  aud: 'console',
  iat: NOW_S(),
  exp: NOW_S() + 120,
  jti: randomUUID(),
  events: EVENTS,
  sub: 'ann',
  sid: 'session-1',
  ...changes,
});

function send(token: string): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token });
  return answerBackChannelLogout(new Request('http://console.test/', { method: 'POST', body }));
}

const signIn = (subject: string, providerSession: string | null) =>
  signInWith({ issuer: provider.issuer, subject, roles: ['approver'], providerSession });

async function readOpen(): Promise<string[]> {
  const { rows } = await pool().query<{ open: string }>(
    `select subject || ' ' || coalesce(provider_session, '-') as open from sessions
     join people on people.id = person_id where ended_at is null order by open`,
  );
  return rows.map(({ open }) => open);
}

beforeEach(async () => {
  resetCaller();
  changeSettings({ OIDC_ISSUER: provider.issuer });
  await pool().query('delete from sessions; delete from rate_limits');
  await signIn('ann', 'session-1');
  await signIn('ann', 'session-2');
  await signIn('bob', 'session-3');
});

describe('a logout token', () => {
  it.each([
    ['of a session', { sub: undefined }, ['ann session-2', 'bob session-3']],
    ['of a session of a person', {}, ['ann session-2', 'bob session-3']],
    ['of a person', { sid: undefined }, ['bob session-3']],
    ['of a session of another person', { sub: 'bob' }, ['ann session-1', 'ann session-2', 'bob session-3']],
    ['of nobody here', { sub: 'eve', sid: undefined }, ['ann session-1', 'ann session-2', 'bob session-3']],
    ['for several clients', { aud: ['other', 'console'] }, ['ann session-2', 'bob session-3']],
  ])('%s ends exactly what it names', async (_what, changes, open) => {
    expect((await send(provider.sign(claims(changes), { typ: 'logout+jwt' }))).status).toBe(200);
    expect(await readOpen()).toEqual(open);
  });

  it('of a person whose sign-in named no session at the provider ends that session too', async () => {
    await signIn('ann', null);
    await send(provider.sign(claims()));
    expect(await readOpen()).toEqual(['ann session-2', 'bob session-3']);
  });

  it('says in the audit log who ended the session', async () => {
    await send(provider.sign(claims()));
    expect(await readLastEntry('session.revoked')).toMatchObject({
      actor: null,
      reason: 'The identity provider ended its session.',
    });
  });

  it.each<[string, object, object?]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'other' }],
    ['without sub and sid', { sub: undefined, sid: undefined }],
    ['with a nonce', { nonce: 'a' }],
    ['with an empty nonce', { nonce: null }],
    ['without an event', { events: {} }],
    ['with an event that is no object', { events: { ...EVENTS, [Object.keys(EVENTS)[0] ?? '']: true } }],
    ['with events as a list', { events: Object.keys(EVENTS) }],
    ['without a jti', { jti: undefined }],
    ['without an end', { exp: undefined }],
    ['that has ended', { iat: NOW_S() - 300, exp: NOW_S() - 60 }],
    ['that is old', { iat: NOW_S() - 700, exp: NOW_S() + 3600 }],
    ['from the future', { iat: NOW_S() + 300, exp: NOW_S() + 600 }],
    ['that is an access token', {}, { typ: 'at+jwt' }],
    ['without a signature', {}, { alg: 'none' }],
    ['of an algorithm that is not allowed', {}, { alg: 'RS384' }],
    ['with critical members that nobody knows', {}, { crit: ['x'], x: 1 }],
    ['with a subject that is no text', { sub: { $ne: '' } }],
  ])('%s ends nothing', async (_what, changes, header) => {
    expect((await send(provider.sign(claims(changes), header))).status).toBe(400);
    expect(await readOpen()).toHaveLength(3);
  });

  it('signed with the public key as if it were a secret ends nothing', async () => {
    const jwks = await (await fetch(`${provider.issuer}/jwks`)).text();
    const [head, body] = provider.sign(claims(), { alg: 'HS256' }).split('.');
    const code = createHmac('sha256', jwks).update(`${head}.${body}`).digest('base64url');
    expect((await send(`${head}.${body}.${code}`)).status).toBe(400);
    expect(await readOpen()).toHaveLength(3);
  });

  it('counts once, also for a session that begins after it', async () => {
    const token = provider.sign(claims({ sid: undefined }));
    expect((await send(token)).status).toBe(200);
    await signIn('ann', 'session-4');
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(token)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(await answers[0]?.json()).toMatchObject({ error: 'invalid_request' });
    expect(await readOpen()).toEqual(['ann session-4', 'bob session-3']);
  });

  it.each(['', 'x', 'a.b.c', 'x'.repeat(16_000)])('that is no token is refused', async (token) => {
    expect((await send(token)).status).toBe(400);
  });
});

it.each<[string, (other: ForgedProvider) => unknown]>([
  ['it cannot be reached', (other) => other.close()],
  ['it answers no keys', (other) => (other.keySet = undefined)],
  ['what it answers is no key set', (other) => (other.keySet = { keys: 'none' })],
])('the provider hears that it should ask again where its keys cannot be read: %s', async (_why, breakKeys) => {
  const other = await startForgedProvider('console');
  changeSettings({ OIDC_ISSUER: other.issuer });
  await breakKeys(other);
  const answer = await send(other.sign(claims({ iss: other.issuer })));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await readOpen()).toHaveLength(3);
});

it('forged tokens have a budget of their own, which no sign-in counts against', async () => {
  changeSettings({ CONSOLE_LIMITS: 'normal' });
  expect((await send('forged')).status).toBe(400);
  const { rows } = await pool().query<{ key: string }>('select key from rate_limits');
  expect(rows.map(({ key }) => key)).toEqual([expect.stringMatching(/^backChannelLogout address /)]);
  await pool().query(`update rate_limits set spent_until = now() + interval '60 seconds'`);
  const limited = await send(provider.sign(claims()));
  expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(await readOpen()).toHaveLength(3);
});
