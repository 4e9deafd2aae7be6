import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerBackChannelLogout } from '@/lib/server/sign-in/sign-out/back-channel-logout';
import { signOut } from '@/lib/server/sign-in/sign-out/sign-out';
import { pool } from '@/lib/server/database/client';
import { caller, resetCaller } from '@/scripts/testing/people/caller';
import { type ProviderShape, type ShapedProvider, startShapedProvider } from '@/scripts/testing/people/shaped-provider';
import { SignInBrowser } from '@/scripts/testing/people/sign-in-browser';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';
import type { Browser } from '@/sandbox/testing/browser';
import type { Settings } from '@/lib/server/config/settings';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { d = '', ...key } = privateKey.export({ format: 'jwk' });
const CLIENT_KEY = { ...key, d, kty: 'RSA', alg: 'RS256', kid: 'desk-1' } as const;

interface Row {
  shape: ProviderShape;
  settings?: Partial<Settings>;
  /** Roles of the session. */
  roles: string[];
  /** What the audit entry says where no role fits. */
  entry?: object;
}

const DESK_GROUP = { OIDC_ROLE_MAP: { 'treasury-approvers': 'approver' } } as const;
const NAME = { name: 'Ann', email: 'ann@desk.example', email_verified: true };

/** Each product as docs/identity-providers.md sets it up. */
const PRODUCTS: Record<string, Row> = {
  'Entra, with app roles': {
    shape: { claims: { profile: { name: 'Ann', roles: ['Desk.Approver'], oid: '1', tid: '2' } } },
    settings: { OIDC_ROLE_MAP: { 'Desk.Approver': 'approver' } },
    roles: ['approver'],
  },
  'Entra, with more than 200 groups': {
    shape: {
      claims: {
        profile: { name: 'Ann', groups: undefined, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } },
      },
    },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'groups' },
    roles: [],
    entry: { leftOutClaims: ['groups'] },
  },
  'Okta, org authorization server': {
    shape: { claims: { profile: NAME, groups: { groups: ['Everyone', 'treasury-approvers'] } }, isTokenThin: true },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'groups', OIDC_SCOPE: 'openid profile email groups' },
    roles: ['approver'],
  },
  'Okta, custom authorization server, with a private key': {
    shape: {
      claims: { profile: { ...NAME, groups: ['treasury-approvers'] } },
      client: {
        client_id: 'console',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'desk-1', use: 'sig' }] },
      },
    },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'groups', OIDC_CLIENT_KEY: CLIENT_KEY },
    roles: ['approver'],
  },
  Google: {
    shape: { claims: { profile: NAME } },
    roles: [],
    entry: { statedClaims: ['email', 'email_verified', 'name'] },
  },
  Keycloak: {
    shape: { claims: { profile: { ...NAME, realm_access: { roles: ['offline_access', 'approver'] } } } },
    settings: { OIDC_ROLES_CLAIM: 'realm_access.roles' },
    roles: ['approver'],
  },
  Auth0: {
    shape: { claims: { profile: { ...NAME, 'https://desk.example/roles': ['treasury-approvers'] } } },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'https://desk.example/roles' },
    roles: ['approver'],
  },
  'Ping, with one group as text': {
    shape: { claims: { profile: { ...NAME, memberOf: 'treasury-approvers' } } },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'memberOf' },
    roles: ['approver'],
  },
  Dex: {
    shape: { claims: { profile: NAME, groups: { groups: ['treasury-approvers'] } } },
    settings: { ...DESK_GROUP, OIDC_ROLES_CLAIM: 'groups', OIDC_SCOPE: 'openid profile groups' },
    roles: ['approver'],
  },
  Zitadel: {
    shape: { claims: { profile: { ...NAME, 'urn:zitadel:roles': { approver: { 1042: 'desk.example' } } } } },
    settings: { OIDC_ROLES_CLAIM: 'urn:zitadel:roles' },
    roles: ['approver'],
  },
};

const NEXTAUTH_URL = 'http://localhost:3000';
setUpTestDatabase({ NEXTAUTH_URL, OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a-secret-of-the-test' });

beforeEach(resetCaller);

describe.each(Object.entries(PRODUCTS))('%s', (_product, { shape, settings, roles, entry }) => {
  let provider: ShapedProvider;
  beforeAll(async () => {
    provider = await startShapedProvider(shape, { url: NEXTAUTH_URL, answerLogout: answerBackChannelLogout });
  });
  afterAll(() => provider.close());
  beforeEach(() => changeSettings({ OIDC_ISSUER: provider.issuer, ...settings }));

  async function signIn(browser: Browser): Promise<string | undefined> {
    const session = new SignInBrowser();
    const back = await provider.visit(browser, (await session.start()).href);
    await session.call(`callback/oidc${back.search}`);
    return session.sessionId();
  }

  it('signs in with its roles, and out everywhere: at the provider, and every session that it began', async () => {
    const browser = provider.newBrowser();
    const here = await signIn(browser);
    expect(here).toBeDefined();
    const { after } = await readLastEntry('session.opened');
    expect(after).toMatchObject({ roles, ...entry });
    if (roles.length > 0) expect(after).not.toHaveProperty('statedClaims');

    expect(await signIn(browser)).toBeDefined();
    expect(await countOpen()).toBe(2);
    caller.sessionId = here;
    const next = new URL(await signOut());
    expect(next.origin).toBe(provider.issuer);
    expect((await provider.visit(browser, next.href)).href).toBe(`${NEXTAUTH_URL}/sign-in`);
    expect(await countOpen()).toBe(0);
  });

  async function countOpen(): Promise<number> {
    const { rows } = await pool().query<{ count: number }>(
      `select count(*)::int from sessions join people on people.id = person_id
       where issuer = $1 and ended_at is null and provider_session is not null`,
      [provider.issuer],
    );
    return rows[0]?.count ?? 0;
  }
});
