import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

// The short form of `npm run test:mirror`, in a process of its own, which vitest's module replacements do not reach.
it('fills the mirror through faults and a kill, with transfers created meanwhile', { timeout: 300_000 }, async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', 'e2e/soak/mirror/main.ts', '--short'];
  const harness = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  harness.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  harness.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(harness, 'close')) as [number | null];
  const text = Buffer.concat(output).toString('utf8');
  if (status !== 0) throw new Error(text);
  expect(text).toContain('killed at');
  expect(text).toContain('3,014 transfers compared, all equal');
});
