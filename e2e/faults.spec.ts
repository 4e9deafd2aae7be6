import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from '@playwright/test';

// The short form of `npm run test:faults`, with processes of its own; among the browser tests because it uses the
// build.
test('when everything around two consoles fails, nothing is sent twice or lost, and failures are explained', async () => {
  test.setTimeout(300_000);
  const args = [
    '--conditions=react-server',
    'scripts/run.mjs',
    'e2e/soak/faults/main.ts',
    '--short',
    '--built',
    '--seed',
    '1',
  ];
  const harness = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  harness.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  harness.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(harness, 'close')) as [number | null];
  // The output names the seed and the failures.
  if (status !== 0) throw new Error(Buffer.concat(output).toString('utf8'));
});
