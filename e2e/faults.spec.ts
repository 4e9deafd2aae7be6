import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from '@playwright/test';

// The short form of `npm run test:faults`, in a process of its own and on processes of its own; here, since it takes the build.
test('everything around two consoles fails, and nothing is sent twice, lost, or left without a word', async () => {
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
  // The seed and what went wrong are in what it said.
  if (status !== 0) throw new Error(Buffer.concat(output).toString('utf8'));
});
