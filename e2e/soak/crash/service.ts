import path from 'node:path';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { type Part, startPart } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

/** Orders of the service's list. */
export const ORDERS = ['newest-first', 'oldest-first'] as const;
export type Order = (typeof ORDERS)[number];

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
  { on: 'create', kind: 'error', status: 403, type: 'travel-rule-information-required', share: 0.08 },
  { on: 'create', kind: 'malformed-json', share: 0.04 },
  { on: 'create', kind: 'cut-body', share: 0.05 },
  { on: 'create', kind: 'reset-after', share: 0.07 },
  { on: 'create', kind: 'latency', ms: 900, after: 'effect', share: 0.04 },
  { on: 'list', kind: 'throttle', retry_after: 0, share: 0.05 },
  { on: 'list', kind: 'error', status: 502, share: 0.03 },
  { on: 'list', kind: 'reset-before', share: 0.03 },
  { on: 'list', kind: 'cursor-loop', share: 0.03 },
  { on: 'list', kind: 'empty-pages', share: 0.3 },
  { on: 'get', kind: 'error', status: 500, share: 0.05 },
];

// The list as a reader sees it that takes a page without records for the end, while every answer to a create is lost.
// It is meant to cause duplicates.
const NAIVE_READING = [
  { on: 'list', kind: 'empty-pages', has_cursor: false, share: 0.9 },
  { on: 'create', kind: 'reset-after' },
];

/** How a service of the run behaves. */
export interface ServiceBehaviour {
  mode: RefIdMode;
  order: Order;
  seed: number;
  /** True for a service that shows a naive reading of the list. */
  isReadNaively: boolean;
}

/** Starts the sandbox as a process with faults, in one of its modes. */
export async function startService(
  { mode, order, seed, isReadNaively }: ServiceBehaviour,
  dataDir: string,
): Promise<{ url: string; client: SandboxClient; part: Part }> {
  const port = await findFreePort();
  const env = {
    ...process.env,
    SANDBOX_PORT: String(port),
    SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_ORDER: order,
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
    for (const fault of isReadNaively ? NAIVE_READING : FAULTS) await client.addFault(fault);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url, client, part };
}
