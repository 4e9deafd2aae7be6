// The stack of the browser tests in a process of its own: writes its addresses to standard output, and exits when its
// standard input ends. So nothing is left running even if the test runner is killed.
import { rmSync } from 'node:fs';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';
import { untilAborted } from '@/scripts/stack/stop-signal';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';

const stopping = new AbortController();
const { signal } = stopping;
process.stdin.on('end', () => stopping.abort()).resume();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

// Short times, so that an unknown outcome is resolved within a test; one attempt, so that two people must decide soon.
const short = {
  SEND_TIMEOUT_MS: '2000',
  SEND_LEASE_MS: '6000',
  SEND_MAX_ATTEMPTS: '1',
  RECONCILE_QUIET_MS: '2500',
  SYNC_INTERVAL_MS: '1000',
  // Tests create withdrawals as another client of the service would.
  FOREIGN_WITHDRAWALS: 'alarm',
};
// Additional environment variables of one test.
const env = { ...short, ...(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>) };

const dataDir = makeThrowawayDirectory('countersign-e2e-');
try {
  const options = {
    dataDir,
    mode: 'start',
    consolePort: await findFreePort(),
    // Passkeys need an address with a name.
    consoleHost: process.argv[3] ?? '127.0.0.1',
    sandboxPort: 0,
    transfers: 5000,
    settleMs: 1500,
    isDurable: false,
    env,
  } as const;
  const stack = await startStack({ ...options, signal });
  const { consoleUrl, sandboxUrl, databaseUrl, consoleDatabaseUrl } = stack;
  console.log(JSON.stringify({ consoleUrl, sandboxUrl, databaseUrl, consoleDatabaseUrl, dataDir }));
  const broken = await Promise.race([untilAborted(signal), stack.broken]);
  if (broken && !signal.aborted) console.error(`${broken.name} ended unexpectedly.\n${broken.tail()}`);
  await stack.stop();
} catch (error) {
  if (!signal.aborted) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
  // Otherwise the process would wait for its input after a failed start, and its parent for the addresses.
  process.stdin.destroy();
}
