import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The longest, and mostly waiting: begun last, they would keep everybody waiting at the end.
const FIRST = ['/e2e/soak/crash/', '/e2e/soak/mirror/', '.integration.test.'];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = FIRST.findIndex((room) => moduleId.includes(room));
  return rank === -1 ? FIRST.length : rank;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's.
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
      // The marker that keeps server files out of the browser has nothing to guard in a test process.
      'server-only': path.resolve(import.meta.dirname, 'node_modules/server-only/empty.js'),
      // Next has no request in hand in a test: its cookies and headers are those that the test gives a caller.
      'next/headers': path.resolve(import.meta.dirname, 'scripts/testing/next-headers.ts'),
    },
  },
  test: {
    // A line for each file: what is slow is known (docs/testing.md).
    slowTestThreshold: 60_000,
    onConsoleLog: (text) => !EXPECTED_OUTPUT.test(text),
    // One less than there are processors would leave one idle on two: most tests wait for a database, not for a processor.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Files share what they load: each would load the same modules anew. So no test replaces a module, and what a process
    // has one of is put back by the set-up of each file (scripts/testing/test-process.ts).
    isolate: false,
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          // Pure: values in, values out.
          name: 'unit',
          include: ['{components,lib}/**/*.test.{ts,tsx}', 'app/(console)/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, 'lib/server/**'],
          setupFiles: ['scripts/testing/set-up-properties.ts'],
        },
      },
      {
        extends: true,
        test: {
          // What runs in a process of its own and needs no database: servers, the sandbox, scripts.
          name: 'programs',
          include: [
            '{bench,sandbox,scripts,server}/**/*.test.ts',
            'app/*.test.ts',
            'app/api/**/*.test.ts',
            'lib/server/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, '**/*.integration.test.ts'],
          setupFiles: ['scripts/testing/set-up-log.ts'],
        },
      },
      {
        extends: true,
        test: {
          // What needs PostgreSQL.
          name: 'integration',
          include: ['lib/server/**/*.integration.test.ts', 'e2e/**/*.test.ts'],
          globalSetup: ['scripts/stack/vitest-database.ts'],
          setupFiles: ['scripts/testing/set-up-log.ts'],
        },
      },
    ],
  },
});
