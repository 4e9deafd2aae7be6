import type { Role } from '@/lib/identity/roles';
import { findPerson, openSession, type Person } from '@/lib/server/auth/sessions';
import type { Settings } from '@/lib/server/config/settings';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { createTestDatabase } from '@/scripts/stack/test-database';

/** A sandbox and a database of a test file's own, and the configuration of a console between them. */
export async function startTestConsole(change: Partial<Settings> = {}) {
  // The console lives by the real clock, and compares what the service says with it.
  const [sandbox, testDatabase] = await Promise.all([
    startForTest({ settleMs: 8000 }, Date.now()),
    createTestDatabase(),
  ]);
  const settings: Partial<Settings> = {
    DATABASE_URL: testDatabase.url,
    TRANSFER_SERVICE_URL: sandbox.url,
    TRANSFER_SERVICE_AUTH_URL: sandbox.url,
    TRANSFER_SERVICE_CLIENT_ID: 'countersign-service',
    TRANSFER_SERVICE_CLIENT_SECRET: 'sandbox-service-secret',
    TRANSFER_SERVICE_PAGE_ITEMS: 'items',
    TRANSFER_SERVICE_PAGE_CURSOR: 'next_page_cursor',
    TRANSFER_SERVICE_PAGE_LIMIT: 100,
    TRANSFER_SERVICE_READS_PER_SECOND: 1000,
    TRANSFER_SERVICE_FILTERS: [],
    SYNC_INTERVAL_MS: 5000,
    TRANSFER_SERVICE_IDEMPOTENCY_HEADER: 'Idempotency-Key',
    // A test does in a second what people do in a day.
    CONSOLE_LIMITS: 'wide',
    SEND_TIMEOUT_MS: 2000,
    SEND_LEASE_MS: 60_000,
    SEND_MAX_ATTEMPTS: 3,
    SEND_RESEND_POLICY: 'reconcile-first',
    RECONCILE_QUIET_MS: 300_000,
    APPROVAL_EXPIRY_MINUTES: 1440,
    SESSION_IDLE_MINUTES: 15,
    SESSION_MAX_HOURS: 8,
    ...change,
  };
  return {
    sandbox,
    settings,
    databaseUrl: testDatabase.url,
    remove: () => Promise.all([sandbox.remove(), testDatabase.drop()]),
  };
}

/** Signs somebody in, just now unless said otherwise, and gives their session's id and who they are. */
export async function signInAs(
  subject: string,
  roles: Role[],
  authenticatedAt = new Date(),
): Promise<{ sessionId: string; person: Person }> {
  const identity = { issuer: 'https://people.example', subject, name: subject, email: null, roles, authenticatedAt };
  const sessionId = await openSession(identity, null);
  const person = await findPerson(sessionId, { isSeen: true, origin: null });
  if (!person) throw new Error('somebody who just signed in must have a session');
  return { sessionId, person };
}
