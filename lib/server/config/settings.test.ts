import { afterEach, expect, it, vi } from 'vitest';
import { parseSettings, provideSettings, settings, SettingsError } from '@/lib/server/config/settings';
import { resetSingletons } from '@/scripts/testing/singletons';

const GOOD = {
  DATABASE_URL: 'postgres://localhost/x',
  TRANSFER_SERVICE_URL: 'https://service.example/',
  TRANSFER_SERVICE_AUTH_URL: 'https://auth.example',
  TRANSFER_SERVICE_CLIENT_ID: 'id',
  TRANSFER_SERVICE_CLIENT_SECRET: 'canary-secret',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  OIDC_ISSUER: 'https://people.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'canary-other',
  CONSOLE_ENVIRONMENT: 'sandbox',
};

const SANDBOX_SECRET = 'only-for-the-sandbox-replace-me-before-anything-else';

function issuesOf(change: Record<string, string | undefined>) {
  try {
    parseSettings({ ...GOOD, ...change });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message).not.toContain('canary');
    return error.issues.map(({ name }) => name);
  }
}

it('fills in the defaults of docs/specification/console-contract.md#environment', () => {
  expect(parseSettings(GOOD)).toMatchObject({
    TRANSFER_SERVICE_URL: 'https://service.example',
    TRANSFER_SERVICE_PAGE_LIMIT: 100,
    TRANSFER_SERVICE_READS_PER_SECOND: 5,
    SEND_TIMEOUT_MS: 20_000,
    SEND_MAX_ATTEMPTS: 3,
    SEND_RESEND_POLICY: 'reconcile-first',
    RECONCILE_QUIET_MS: 300_000,
    APPROVAL_EXPIRY_MINUTES: 1440,
    TRANSFER_SERVICE_IDEMPOTENCY_HEADER: 'Idempotency-Key',
    OIDC_ROLE_MAP: { finance: 'finance' },
    OIDC_REQUIRED_ACR: [],
  });
  expect(parseSettings({ ...GOOD, OIDC_REQUIRED_ACR: 'gold, silver,' }).OIDC_REQUIRED_ACR).toEqual(['gold', 'silver']);
  expect(parseSettings({ ...GOOD, TRANSFER_SERVICE_IDEMPOTENCY_HEADER: '' }).TRANSFER_SERVICE_IDEMPOTENCY_HEADER).toBe(
    '',
  );
});

it('lists every issue at once', () => {
  const all = issuesOf({
    DATABASE_URL: undefined,
    NEXTAUTH_SECRET: 'short',
    CONSOLE_ENVIRONMENT: 'test',
    TRANSFER_SERVICE_URL: 'ftp://x',
  });
  expect(all.toSorted()).toEqual(['CONSOLE_ENVIRONMENT', 'DATABASE_URL', 'NEXTAUTH_SECRET', 'TRANSFER_SERVICE_URL']);
});

it('quotes the given values, but never a secret', () => {
  const given = {
    ...GOOD,
    SEND_LEASE_MS: 'soon',
    NEXTAUTH_SECRET: 'canary-short',
    DATABASE_URL: 'mysql://somebody:canary@db',
  };
  expect(() => parseSettings(given)).toThrow(/SEND_LEASE_MS: is not a number \(given: "soon"\)/);
  expect(() => parseSettings(given)).toThrow(/NEXTAUTH_SECRET: is too short.* \(given: 12 characters, not shown\)/);
  expect(issuesOf(given)).toHaveLength(3);
});

/** What production requires besides. */
const PRODUCTION = { CONSOLE_ENVIRONMENT: 'production', CONSOLE_PROXY_HOPS: '1' };

it('lists contradictions together with values that are invalid by themselves', () => {
  const issues = issuesOf({
    ...PRODUCTION,
    NEXTAUTH_SECRET: SANDBOX_SECRET,
    SEND_TIMEOUT_MS: '40000',
    RECONCILE_QUIET_MS: '30000',
    PORT: 'x',
  });
  expect(issues.toSorted()).toEqual(['NEXTAUTH_SECRET', 'PORT', 'RECONCILE_QUIET_MS', 'SEND_TIMEOUT_MS']);
});

it.each([
  ['production', 'https://api.sandbox.service.example', 'id', ['TRANSFER_SERVICE_URL']],
  ['production', 'https://service.example', 'countersign-service', ['TRANSFER_SERVICE_CLIENT_ID']],
  ['production', 'https://service.example', 'id', []],
  ['sandbox', 'https://api.prod.service.example', 'id', ['TRANSFER_SERVICE_URL']],
  ['sandbox', 'https://sandbox.service.example', 'id', []],
  ['sandbox', 'http://127.0.0.1:4010', 'countersign-service', []],
])(
  'a console labelled %s that uses the service %s as %s',
  (CONSOLE_ENVIRONMENT, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID, issues) => {
    expect(issuesOf({ ...PRODUCTION, CONSOLE_ENVIRONMENT, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID })).toEqual(
      issues,
    );
  },
);

it.each([
  ['production', 'postgres://console:canary@database.example/x', ['DATABASE_URL']],
  ['production', 'postgres://console:canary@database.example/x?sslmode=verify-full', []],
  ['production', 'postgres://console:canary@database.example/x?sslmode=disable', []],
  ['production', 'postgres://console:canary@127.0.0.1/x', []],
  ['production', 'postgres://%2Fvar%2Frun%2Fpostgresql/x', []],
  ['sandbox', 'postgres://console:canary@database.example/x', []],
])('a console labelled %s that uses the database %s', (CONSOLE_ENVIRONMENT, DATABASE_URL, issues) => {
  expect(issuesOf({ ...PRODUCTION, CONSOLE_ENVIRONMENT, DATABASE_URL })).toEqual(issues);
});

it.each([
  ['production', undefined, ['CONSOLE_PROXY_HOPS']],
  ['production', '', ['CONSOLE_PROXY_HOPS']],
  ['production', '0', []],
  ['production', '1', []],
  ['sandbox', undefined, []],
])('a console labelled %s with CONSOLE_PROXY_HOPS = %j', (CONSOLE_ENVIRONMENT, CONSOLE_PROXY_HOPS, issues) => {
  expect(issuesOf({ CONSOLE_ENVIRONMENT, CONSOLE_PROXY_HOPS })).toEqual(issues);
});

it.each([
  ['TRANSFER_SERVICE_URL', 'http://service.example'],
  ['OIDC_ISSUER', 'http://10.0.0.1'],
  ['OIDC_ISSUER', 'https://somebody:canary-password@people.example'],
  ['TRANSFER_SERVICE_AUTH_URL', 'http://canary-key@auth.example'],
  ['TRANSFER_SERVICE_URL', 'htps://somebody:canary-password@service.example'],
  ['OIDC_ROLE_MAP', '{"a":"king"}'],
  ['OIDC_ROLE_MAP', 'not json'],
  ['TRANSFER_SERVICE_PAGE_LIMIT', '0'],
  ['SEND_TIMEOUT_MS', '40000'],
  ['RECONCILE_QUIET_MS', '20000'],
  ['SEND_RESEND_POLICY', 'always'],
  ['SEND_MAX_ATTEMPTS', '0'],
  ['OIDC_REQUIRED_ACR', 'gold,two words'],
  ['LOG_LEVEL', 'loud'],
])('rejects %s = %s', (name, value) => {
  expect(issuesOf({ [name]: value })).toEqual([name]);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await resetSingletons();
});

it('takes provided settings, in place of others too, as long as no console has read its environment', () => {
  const provided = parseSettings(GOOD);
  provideSettings(provided);
  expect(settings()).toBe(provided);
  const others = { ...provided, SEND_MAX_ATTEMPTS: 1 };
  provideSettings(others);
  expect(settings()).toBe(others);
});

it('never changes once it was read from the environment, as by every console that starts', () => {
  for (const [name, value] of Object.entries(GOOD)) vi.stubEnv(name, value);
  const read = settings();
  expect(() => provideSettings({ ...read, CONSOLE_LIMITS: 'wide' })).toThrow('cannot be replaced');
  expect(settings()).toBe(read);
});
