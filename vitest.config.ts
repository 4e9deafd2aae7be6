import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The longest files, which mostly wait: started last, they would run alone at the end. With them what measures its time
// with garbage, of which a worker that has loaded everything collects ten times as slowly.
const FIRST = ['/e2e/soak/crash/', '/e2e/soak/mirror/', '/regular-expressions-attacks.', '.integration.test.'];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = FIRST.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? FIRST.length : rank;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's sort, not an array's.
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

// oidc-provider wants a newer Node than the oldest that the console runs on.
const EXPECTED_OUTPUT = /^oidc-provider WARNING: Unsupported runtime/;

export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      // Keeps server files out of the browser; a test runs in no browser.
      'server-only': path.resolve(import.meta.dirname, 'node_modules/server-only/empty.js'),
      // Next has no current request in a test: cookies and headers come from the caller that the test sets.
      'next/headers': path.resolve(import.meta.dirname, 'scripts/testing/people/next-headers.ts'),
    },
  },
  test: {
    // Both projects compile what they share once, and the next run only what has changed.
    experimental: { fsModuleCache: true },
    // A line for each file; --reporter=verbose shows how long each test takes.
    slowTestThreshold: 60_000,
    onConsoleLog: (text) => !EXPECTED_OUTPUT.test(text),
    // A test waits for its database half of the time, so three keep two processors busy.
    maxWorkers: 3,
    // Most objects live for one statement; a larger young generation keeps their collection short.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Files share the modules that a worker has loaded. So no test replaces a module (scripts/architecture), and the
    // set-up of a file resets whatever exists once per process (scripts/testing/test-process.ts).
    isolate: false,
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          // Pure functions and components.
          name: 'unit',
          include: ['{components,lib}/**/*.test.{ts,tsx}', 'app/\\(console\\)/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, 'lib/server/**'],
          setupFiles: ['scripts/testing/set-up-properties.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Everything else: in one project, so that what it loads is compiled and loaded once.
          name: 'integration',
          include: [
            '{bench,e2e,sandbox,scripts,server}/**/*.test.ts',
            'app/*.test.ts',
            'app/api/**/*.test.ts',
            'lib/server/**/*.test.ts',
          ],
          globalSetup: ['scripts/stack/postgres/vitest-database.ts', 'scripts/testing/network/trust-authority.ts'],
          setupFiles: ['scripts/testing/set-up-properties.ts', 'scripts/testing/set-up-console.ts'],
        },
      },
    ],
  },
});
