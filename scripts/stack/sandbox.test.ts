import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '@/sandbox/server';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';
import { findFreePort, isPortFree } from '@/scripts/stack/ports';

const other = createServer();
const directories: string[] = [];
const makeDirectory = () => {
  const directory = makeThrowawayDirectory('countersign-sandbox-');
  directories.push(directory);
  return directory;
};
let taken: number;
beforeAll(async () => {
  taken = await findFreePort();
  await once(other.listen(taken, '127.0.0.1'), 'listening');
});
afterAll(() => {
  other.close();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

it('fails where another process has one of its ports, and keeps none', async () => {
  const [port, smtpPort] = [await findFreePort(), await findFreePort()];
  for (const ports of [
    { port: taken, smtpPort },
    { port, smtpPort: taken },
  ]) {
    await expect(startSandbox({ ...ports, dataDir: makeDirectory(), transfers: 10 })).rejects.toThrow('EADDRINUSE');
    expect(await Promise.all([isPortFree(port), isPortFree(smtpPort)])).toEqual([true, true]);
  }
});

it('answers the first request that reaches it', async () => {
  const dataDir = makeDirectory();
  const port = await findFreePort();
  const ask = async (): Promise<number> => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/_sandbox/stats`, { signal: AbortSignal.timeout(5000) })).status;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw error;
      return ask();
    }
  };
  const [sandbox, status] = await Promise.all([startSandbox({ port, smtpPort: 0, dataDir, transfers: 10 }), ask()]);
  expect(status).toBe(200);
  await sandbox.close();
});
