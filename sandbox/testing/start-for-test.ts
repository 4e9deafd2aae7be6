import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PersistedState, openPersistedState } from '@/sandbox/persisted-state';
import type { SandboxOptions } from '@/sandbox/options';
import { startSandbox } from '@/sandbox/server';
import { ApiClient } from '@/sandbox/testing/api-client';

/** A clock that a test sets. */
interface TestClock {
  nowMs: number;
}

/**
 * Starts a sandbox of its own for a test: a free port, a temporary directory, a clock that the test sets, a small
 * history.
 */
export async function startForTest(
  given: Partial<SandboxOptions> = {},
  nowMs = Date.parse('2026-03-04T05:06:07.890Z'),
) {
  const clock: TestClock = { nowMs };
  const dataDir = given.dataDir ?? createDataDir(clock.nowMs);
  const options = { port: 0, transfers: 50, settleMs: 8000, dataDir, clock: () => clock.nowMs, ...given };
  const sandbox = await startSandbox(options);
  const api = new ApiClient(sandbox.url);
  return {
    url: sandbox.url,
    smtpUrl: sandbox.smtpUrl,
    api,
    clock,
    dataDir,
    stop: sandbox.close,
    /** Stops the sandbox and deletes its directory. */
    remove: async () => {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a data directory with an anchor and keys. All tests share the keys, since generating them is the slowest part
 * of a start.
 */
function createDataDir(anchorMs: number): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  testKeys ??= openPersistedState(path.join(dataDir, 'keys'), anchorMs);
  writeFileSync(path.join(dataDir, 'kept.json'), JSON.stringify({ ...testKeys, anchorMs }));
  return dataDir;
}

let testKeys: PersistedState | undefined;
