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
    // One less than there are processors would leave one idle on two: most tests wait for a database, not for a processor.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{components,lib}/**/*.test.{ts,tsx}', 'app/(console)/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, 'lib/server/**'],
          // Pure, so its files need not be kept apart: each would load the same modules anew.
          setupFiles: ['scripts/testing/set-up-properties.ts'],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          // Programs that need no database: the sandbox, the server around the console, the scripts.
          name: 'programs',
          include: ['{bench,sandbox,scripts,server}/**/*.test.{ts,tsx}', 'app/*.test.ts', 'app/api/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Everything that needs PostgreSQL.
          name: 'integration',
          include: ['e2e/**/*.test.ts', 'lib/server/**/*.test.ts'],
          globalSetup: ['scripts/stack/vitest-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
