import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CRASH_POINTS } from '@/lib/server/runtime/crash-points';

// The short form of `npm run test:crash`, in a process of its own, which vitest's module replacements do not reach.
it(
  'sends exactly once through a kill at each crash point, and catches a naive sender and a naive reader',
  { timeout: 420_000 },
  async () => {
    const args = ['--conditions=react-server', '--import', 'tsx', 'e2e/soak/crash/main.ts', '--short', '--seed', '1'];
    const harness = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    harness.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    harness.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const [status] = (await once(harness, 'close')) as [number | null];
    const text = Buffer.concat(output).toString('utf8');
    // The output names the seed and the failures.
    if (status !== 0) throw new Error(text);
    // Each is in the table with the number of processes that died there, which the harness checks.
    for (const point of CRASH_POINTS) expect(text).toContain(point);
    expect(text).toContain('CP3 by approval');
    for (const naive of ['naive', 'naive reader'])
      expect(text).toMatch(new RegExp(`${naive}, none, oldest-first .*\\d`));
  },
);
