import { defineConfig } from '@playwright/test';
import { findChromium } from '@/scripts/browser/find-chromium';

const executablePath = findChromium();
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// A page lives for a second or two here: making its script quick takes longer than running it as it is.
const UNOPTIMISED = '--js-flags=--no-opt';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/stack/set-up.ts',
  timeout: 90_000,
  // A slow machine with two consoles on it takes its time; a failure waits longer, a success does not.
  expect: { timeout: 20_000 },
  // Each has a console, a sandbox and a database of its own.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['./e2e/stack/file-reporter.ts'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/results.json' }],
  ],
  use: {
    browserName: 'chromium',
    trace: 'off',
    launchOptions: { args: [...QUIET, UNOPTIMISED], ...(executablePath ? { executablePath } : {}) },
  },
});
