import path from 'node:path';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { type Part, startPart } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

/** Answers of the service to a reference that it already has (sandbox/README.md). */
export const REF_ID_MODES = ['conflict', 'replay', 'none'] as const;
export type RefIdMode = (typeof REF_ID_MODES)[number];

// Faults during the whole run. No fault delays a create beyond the quiet period before its effect, which no client
// could survive.
const FAULTS = [
  { on: 'create', kind: 'latency', ms: 60, share: 0.2 },
  { on: 'create', kind: 'throttle', retry_after: 0, share: 0.05 },
  { on: 'create', kind: 'reset-before', share: 0.05 },
  { on: 'create', kind: 'error', status: 500, share: 0.04 },
  { on: 'create', kind: 'error', status: 503, after: 'effect', share: 0.07 },
  { on: 'create', kind: 'malformed-json', share: 0.04 },
  { on: 'create', kind: 'cut-body', share: 0.05 },
  { on: 'create', kind: 'reset-after', share: 0.07 },
  { on: 'create', kind: 'latency', ms: 900, after: 'effect', share: 0.04 },
  { on: 'list', kind: 'throttle', retry_after: 0, share: 0.05 },
  { on: 'list', kind: 'error', status: 502, share: 0.03 },
  { on: 'list', kind: 'reset-before', share: 0.03 },
  { on: 'list', kind: 'cursor-loop', share: 0.03 },
  { on: 'get', kind: 'error', status: 500, share: 0.05 },
];

/** Starts the sandbox as a process with faults, in one of its modes. */
export async function startService(
  mode: RefIdMode,
  seed: number,
  dataDir: string,
): Promise<{ url: string; client: SandboxClient; part: Part }> {
  const port = await findFreePort();
  const env = {
    ...process.env,
    SANDBOX_PORT: String(port),
    SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_REF_ID: mode,
    SANDBOX_SEED: String(seed),
    SANDBOX_TRANSFERS: '250',
    SANDBOX_SETTLE_MS: '500',
  };
  const part = startPart({
    name: 'The sandbox',
    command: process.execPath,
    args: ['--import', 'tsx', 'sandbox/main.ts'],
    env,
    logFile: path.join(dataDir, 'sandbox.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new SandboxClient(url);
  try {
    await waitUntilReady(part, () => answersOk(`${url}/_sandbox/stats`));
    for (const fault of FAULTS) await client.addFault(fault);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url, client, part };
}
