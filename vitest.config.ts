import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      // The marker that keeps server files out of the browser has nothing to guard in a test process.
      'server-only': path.resolve(import.meta.dirname, 'node_modules/server-only/empty.js'),
    },
  },
  test: {
    include: ['{app,bench,components,e2e,lib,sandbox,scripts,server}/**/*.test.{ts,tsx}'],
    globalSetup: ['scripts/stack/vitest-database.ts'],
    // One less than there are processors would leave one idle on two: most tests wait for a database, not for a processor.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
