import { afterAll, beforeAll } from 'vitest';
import type { Settings } from '@/lib/server/config/settings';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { notYet, prepareDatabase, testSettings, setUpSettings } from '@/scripts/testing/test-process';

/** Console that a test file runs in. Before its first `beforeAll` nothing of it is there. */
interface TestConsole {
  readonly sandbox: Awaited<ReturnType<typeof startForTest>>;
  readonly databaseUrl: string;
  /** As every test begins with them; `changeSettings` changes them for one test. */
  readonly settings: Settings;
}

/** Gives a test file a sandbox and a database of its own, and the settings of a console between them. */
export function setUpTestConsole(
  change: Partial<Settings> = {},
  sandboxOptions: Parameters<typeof startForTest>[0] = {},
): TestConsole {
  let sandbox: TestConsole['sandbox'] | undefined;
  beforeAll(async () => {
    // The console lives by the real clock, and compares what the service says with it.
    sandbox = await startForTest({ settleMs: 8000, ...sandboxOptions }, Date.now());
  });
  afterAll(() => sandbox?.remove());
  const readUrl = prepareDatabase();
  const read = (): Partial<Settings> => {
    const url = sandbox?.url ?? notYet();
    return { DATABASE_URL: readUrl(), TRANSFER_SERVICE_URL: url, TRANSFER_SERVICE_AUTH_URL: url, ...change };
  };
  setUpSettings(read);
  return {
    get sandbox() {
      return sandbox ?? notYet();
    },
    get databaseUrl() {
      return readUrl();
    },
    get settings() {
      return testSettings(read());
    },
  };
}
