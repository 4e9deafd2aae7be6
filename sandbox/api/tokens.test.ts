import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '@/sandbox/options';
import { ADDRESS_SCOPE, PROFILE_SCOPE, READ_SCOPE, WRITE_SCOPE } from '@/sandbox/staff/service-tokens';
import { VALID_BODY } from '@/sandbox/testing/api-client';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ tokenTtlSeconds: 60 });
});
afterAll(() => sandbox.remove());
afterEach(() => {
  vi.useRealTimers();
  sandbox.api.token = undefined;
});

const reader = { client_id: DEFAULT_OPTIONS.readerClient.id, client_secret: DEFAULT_OPTIONS.readerClient.secret };
const listWith = (authorization: string) =>
  fetch(`${sandbox.url}/v2/transfer/transfers`, { headers: authorization === '' ? {} : { authorization } });

describe('authentication', () => {
  it('client credentials in a form give an access token with all scopes of the client', async () => {
    const response = await sandbox.api.requestToken();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 60,
      scope: `${WRITE_SCOPE} ${READ_SCOPE} ${ADDRESS_SCOPE} ${PROFILE_SCOPE}`,
    });
  });

  it('with a scope parameter exactly those are granted', async () => {
    expect(await (await sandbox.api.requestToken({ scope: 'transfer:read_transfer' })).json()).toMatchObject({
      scope: 'transfer:read_transfer',
    });
  });

  it.each([
    ['a wrong secret', 401, 'invalid_client', { client_secret: 'wrong' }],
    ['an unknown client', 401, 'invalid_client', { client_id: 'nobody' }],
    ['another grant', 400, 'unsupported_grant_type', { grant_type: 'password' }],
    ['a scope that the client lacks', 400, 'invalid_scope', { ...reader, scope: 'transfer:write_crypto_withdrawal' }],
  ])('%s answers an OAuth error', async (_name, status, error, form) => {
    const response = await sandbox.api.requestToken(form);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error });
  });

  it.each(['', 'Bearer nothing', 'Bearer ', 'Basic abc'])(
    'without a valid bearer token (%j) the answer is 401',
    async (authorization) => {
      const response = await listWith(authorization);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ type: 'https://sandbox.example/problems/unauthorized' });
    },
  );

  it('creating needs transfer:write_crypto_withdrawal, reading does not', async () => {
    const { access_token } = (await (await sandbox.api.requestToken(reader)).json()) as { access_token: string };
    sandbox.api.token = access_token;
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(200);
    const response = await sandbox.api.post({ ...VALID_BODY, ref_id: 'not-allowed' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ type: 'https://sandbox.example/problems/insufficient-scope' });
    expect(await sandbox.api.countByRefId('not-allowed')).toBe(0);
  });

  it('a token expires at the end of its lifetime', async () => {
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(200);
    // Lifetimes count whole seconds, so a token may expire up to one second early.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 57_000 });
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(200);
    vi.setSystemTime(Date.now() + 4_000);
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(401);
  });

  it('all tokens can be made to expire now', async () => {
    await sandbox.api.get('/v2/transfer/transfers');
    await sandbox.api.addFault({ kind: 'expire-tokens' });
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(401);
    sandbox.api.token = undefined;
    expect((await sandbox.api.get('/v2/transfer/transfers')).status).toBe(200);
  });
});
