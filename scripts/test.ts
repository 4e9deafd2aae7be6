import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installChromium } from '@/scripts/browser/install-chromium';
import { buildIfStale } from '@/scripts/stack/build';
import { runCommand } from '@/scripts/stack/run-command';
import { listenForStop } from '@/scripts/stack/stop-signal';
import { type Count, countPlaywright, countVitest, describeSlowest } from '@/scripts/testing/count-results';

// npm test [-- unit|browser]: all of them, or those with and those without a browser.
const [only = 'all'] = process.argv.slice(2);
if (!['all', 'unit', 'browser'].includes(only)) throw new Error(`Which tests? npm test [-- unit|browser], not ${only}`);
// Ten times as often by npm run soak -- properties.
process.env.FC_RUNS ??= '100';
const signal = listenForStop();
const reports = mkdtempSync(path.join(tmpdir(), 'countersign-reports-'));

/** Runs one part of the tests; whatever throws in it is one failure, and the other parts run all the same. */
async function countRun(run: () => Promise<Count>): Promise<Count> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1, files: [] };
  }
}

async function runVitest(): Promise<Count> {
  const report = path.join(reports, 'vitest.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return countVitest(report, await runCommand({ name: 'vitest', command: process.execPath, args, signal }));
}

// After the build: a build and a browser at once would make both slow, and tests with time limits fail.
async function runPlaywright(browser: Promise<string>, build: Promise<void>): Promise<Count> {
  await build;
  const report = path.join(reports, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_CHROMIUM: await browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return countPlaywright(
    report,
    await runCommand({
      name: 'playwright',
      command: process.execPath,
      args: ['node_modules/@playwright/test/cli.js', 'test'],
      env,
      signal,
    }),
  );
}

// Beside the other tests: an install waits for a network and a disk, and a build takes the time that tests leave idle.
const needsBrowser = only !== 'unit';
const browser = needsBrowser ? installChromium(signal) : undefined;
const build = needsBrowser ? buildIfStale(signal, { isBeside: only === 'all' }) : undefined;
// A failure is reported where it is waited for.
browser?.catch(() => undefined);
build?.catch(() => undefined);
const counts: Count[] = [];
if (only !== 'browser') counts.push(await countRun(runVitest));
if (browser && build) counts.push(await countRun(() => runPlaywright(browser, build)));
rmSync(reports, { recursive: true, force: true });
console.log(describeSlowest(counts.flatMap(({ files }) => files)));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
