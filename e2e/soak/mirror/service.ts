import path from 'node:path';
import type { Order } from '@/e2e/soak/crash/service';
import { ApiClient } from '@/sandbox/testing/api-client';
import { type Part, startPart } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

// Faults of the list during the whole run.
const FAULTS = [
  { kind: 'throttle', retry_after: 0, share: 0.02 },
  { kind: 'error', status: 500, share: 0.02 },
  { kind: 'reset-before', share: 0.02 },
  { kind: 'cut-body', share: 0.02 },
  { kind: 'cursor-loop', share: 0.01 },
  { kind: 'poisoned-items', share: 0.05 },
  { kind: 'empty-pages', share: 0.2 },
];

/** The service of a run: a sandbox process with faults. */
export interface MirroredService {
  url: string;
  part: Part;
  /** Creates a transfer. */
  create: (refId: string) => Promise<void>;
  /** Returns the number of transfers. */
  count: () => Promise<number>;
  /** Counts the records that a reader finds that takes a page without records for the end. */
  countNaively: () => Promise<number>;
  /** Removes the faults and returns the ID of every listed transfer. */
  readIds: () => Promise<Set<string>>;
}

/** Starts the service with a history. */
export async function startService(
  { order, transfers, seed }: { order: Order; transfers: number; seed: number },
  dataDir: string,
): Promise<MirroredService> {
  const port = await findFreePort();
  const env = {
    ...process.env,
    SANDBOX_PORT: String(port),
    SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_ORDER: order,
    SANDBOX_SEED: String(seed),
    SANDBOX_TRANSFERS: String(transfers),
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
  const api = new ApiClient(url);
  const clearFaults = () => fetch(`${url}/_sandbox/faults`, { method: 'DELETE' });
  try {
    await waitUntilReady(part, () => answersOk(`${url}/_sandbox/stats`));
    for (const fault of FAULTS) await api.addFault({ on: 'list', ...fault });
  } catch (error) {
    await part.stop();
    throw error;
  }
  return {
    url,
    part,
    create: async (refId) => {
      const { status } = await api.create({ ref_id: refId });
      if (status !== 200) throw new Error(`the sandbox answered ${status} to a create`);
    },
    count: async () => {
      const { history_size: old, created_size: created } = await api.inspect('stats');
      return Number(old) + Number(created);
    },
    countNaively: async () => {
      // Only this fault: the client of the sandbox does not repeat a read.
      await clearFaults();
      await api.addFault({ on: 'list', kind: 'empty-pages', share: 0.5 });
      const ids = new Set<string>();
      for await (const page of api.pages(100)) {
        if (page.length === 0) break;
        for (const { id } of page) ids.add(id);
      }
      return ids.size;
    },
    readIds: async () => {
      await clearFaults();
      const ids = new Set<string>();
      for await (const page of api.pages(1000)) for (const { id } of page) ids.add(id);
      return ids;
    },
  };
}
