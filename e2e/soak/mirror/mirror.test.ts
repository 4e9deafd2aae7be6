import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

// The short form of `npm run test:mirror`, in a process of its own as there: vitest's replacements must not reach it.
it('fills the mirror through faults and a kill, with what is made meanwhile', { timeout: 300_000 }, async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', 'e2e/soak/mirror/main.ts', '--short'];
  const harness = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  harness.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  harness.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(harness, 'close')) as [number | null];
  const said = Buffer.concat(output).toString('utf8');
  if (status !== 0) throw new Error(said);
  expect(said).toContain('killed at');
  expect(said).toContain('6,014 transfers compared, all the same');
});
