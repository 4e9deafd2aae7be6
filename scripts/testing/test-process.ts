import { stateIdentity } from '@/scripts/testing/people/stated-identity';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import { findPerson, type Person } from '@/lib/server/auth/sessions';
import { type Identity, openSession } from '@/lib/server/sign-in/open-session';
import { parseSettings, provideSettings, type Settings, settings } from '@/lib/server/config/settings';
import { consoleEnvironment } from '@/scripts/stack/console';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/postgres/test-database';
import { resetSingletons } from '@/scripts/testing/singletons';

// Nothing listens there: a file without a sandbox reaches no service.
const NO_SERVICE = 'http://127.0.0.1:1';

/** Gives settings as a console has them in front of a sandbox, with no limits or waits that a test would meet. */
export function testSettings(change: Partial<Settings> = {}): Settings {
  parsed ??= parseSettings(
    consoleEnvironment({
      consoleUrl: 'http://127.0.0.1:3000',
      sandboxUrl: NO_SERVICE,
      consoleDatabaseUrl: 'postgres://127.0.0.1:1/none',
      sessionSecret: 'of-one-test-and-long-enough-for-it',
    }),
  );
  // A test does in a second what people do in a day.
  const eager = {
    TRANSFER_SERVICE_READS_PER_SECOND: 1000,
    CONSOLE_LIMITS: 'wide',
    SEND_TIMEOUT_MS: 2000,
  } as const;
  return { ...parsed, ...eager, ...change };
}

let parsed: Settings | undefined;

/** Changes some of the settings until the end of the test. */
export function changeSettings(change: Partial<Settings>): void {
  provideSettings({ ...settings(), ...change });
}

/**
 * Gives a test file a process as it is before a console starts in it: with these settings, and without what an earlier
 * file left behind. Each test begins with the same settings again.
 */
export function setUpSettings(read: () => Partial<Settings>): void {
  const provide = () => provideSettings(testSettings(read()));
  beforeAll(async () => {
    await resetSingletons();
    provide();
  });
  beforeEach(provide);
  afterAll(resetSingletons);
}

/** Gives a test file a migrated database of its own and the settings that lead there. There is no service. */
export function setUpTestDatabase(change: Partial<Settings> = {}): { readonly url: string } {
  const readUrl = prepareDatabase();
  setUpSettings(() => ({ DATABASE_URL: readUrl(), ...change }));
  return {
    get url() {
      return readUrl();
    },
  };
}

/** Creates a database before the tests of a file and drops it after them. Gives what reads its address. */
export function prepareDatabase(): () => string {
  let made: TestDatabase | undefined;
  beforeAll(async () => {
    made = await createTestDatabase();
  });
  // What is registered first runs last: the pools close before their database goes.
  afterAll(() => made?.drop());
  return () => made?.url ?? notYet();
}

export function notYet(): never {
  throw new Error('a test console is there from beforeAll on');
}

/** A signed-in person with the id of their session. */
export interface SignedIn {
  sessionId: string;
  person: Person;
}

/** Gives a test file a person who signs in before its tests. */
export function signedIn(subject: string, roles: Role[]): SignedIn {
  const filled = {} as SignedIn;
  beforeAll(async () => void Object.assign(filled, await signInAs(subject, roles)));
  return filled;
}

/** Signs a person in, just now unless said otherwise, and gives their session's id and who they are. */
export async function signInAs(subject: string, roles: Role[], authenticatedAt = new Date()): Promise<SignedIn> {
  return signInWith({ subject, roles, authenticatedAt });
}

/** Signs a person in with claims beyond subject and roles, such as an e-mail address (`signInAs`). */
export async function signInWith(claims: Pick<Identity, 'subject' | 'roles'> & Partial<Identity>): Promise<SignedIn> {
  const sessionId = await openSession(stateIdentity(claims), null);
  const person = await findPerson(sessionId, { isSeen: true, origin: null });
  if (!person) throw new Error('somebody who just signed in must have a session');
  return { sessionId, person };
}
