// npm run test:e2e [-- approvals ...]: the browser tests whose file or title matches, on the stacks of npm run
// stack:test where they are up, else on stacks of its own.
import { installChromium } from '@/scripts/browser/install-chromium';
import { buildIfStale } from '@/scripts/stack/build';
import { runCommand } from '@/scripts/stack/run-command';
import { listenForStop } from '@/scripts/stack/stop-signal';
import { hasStackKeeper } from '@/e2e/stack/kept-stacks';

const signal = listenForStop();
const browser = await installChromium(signal);
// The keeper of the stacks builds what it starts.
if (!(await hasStackKeeper())) await buildIfStale(signal);
process.exitCode = await runCommand({
  name: 'playwright',
  command: process.execPath,
  args: ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser },
  signal,
});
