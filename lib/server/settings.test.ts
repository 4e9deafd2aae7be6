import { expect, it } from 'vitest';
import { parseSettings, SettingsError } from '@/lib/server/settings';

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

function faultsOf(change: Record<string, string | undefined>) {
  try {
    parseSettings({ ...GOOD, ...change });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message).not.toContain('canary');
    return error.faults.map(({ name }) => name);
  }
}

it('fills in the defaults of the contract', () => {
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
  });
  expect(parseSettings({ ...GOOD, TRANSFER_SERVICE_IDEMPOTENCY_HEADER: '' }).TRANSFER_SERVICE_IDEMPOTENCY_HEADER).toBe('');
});

it('names every fault at once', () => {
  const all = faultsOf({ DATABASE_URL: undefined, NEXTAUTH_SECRET: 'short', CONSOLE_ENVIRONMENT: 'test', TRANSFER_SERVICE_URL: 'ftp://x' });
  expect(all.toSorted()).toEqual(['CONSOLE_ENVIRONMENT', 'DATABASE_URL', 'NEXTAUTH_SECRET', 'TRANSFER_SERVICE_URL']);
});

it.each([
  ['TRANSFER_SERVICE_URL', 'http://service.example'],
  ['OIDC_ISSUER', 'http://10.0.0.1'],
  ['OIDC_ROLE_MAP', '{"a":"king"}'],
  ['OIDC_ROLE_MAP', 'not json'],
  ['TRANSFER_SERVICE_PAGE_LIMIT', '0'],
  ['SEND_TIMEOUT_MS', '40000'],
  ['RECONCILE_QUIET_MS', '20000'],
  ['SEND_RESEND_POLICY', 'always'],
  ['SEND_MAX_ATTEMPTS', '0'],
])('refuses %s = %s', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([name]);
});
