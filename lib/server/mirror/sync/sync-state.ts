import 'server-only';
import { sql } from 'drizzle-orm';
import type { SyncState } from '@/lib/mirror/sync';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { mirrorSync } from '@/lib/server/database/schema/mirror';
import { type Reading, type Stored, storeTransfers } from '@/lib/server/mirror/sync/store';
import type { WorkLease } from '@/lib/server/workers/lease';

/** Reads the progress of the sync; empty before the first read. */
export async function readSyncState(): Promise<SyncState> {
  const [row] = await database().select({ state: mirrorSync.state }).from(mirrorSync);
  return row?.state ?? {};
}

/** Changes that are stored together with the records, in one transaction. */
interface StoreOptions {
  /** Members of the sync state to replace. */
  patch?: Partial<SyncState> | undefined;
  /** Members of the sync state to set where it has none. */
  defaults?: Partial<SyncState> | undefined;
  /** Nothing is stored if another process holds this lease by now. */
  lease?: WorkLease | undefined;
}

/**
 * Stores what was read in the mirror together with the new sync state. Returns undefined if the lease was lost. Does
 * not wait for the disk: a crash loses records and state together, and they are read again.
 */
export async function storeReading(
  reading: Reading | undefined,
  { patch, defaults, lease }: StoreOptions = {},
): Promise<Stored | undefined> {
  return retryOnDeadlock(() =>
    inTransaction(async (transaction) => {
      await transaction.execute(sql`set local synchronous_commit = off`);
      // Only the state says that this process goes on: records are the same whichever process stores them.
      const isLocked = patch !== undefined || defaults !== undefined;
      if (lease && !(await lease.isHeldIn(transaction, { isLocked }))) return undefined;
      const stored = reading ? await storeTransfers(transaction, reading) : { added: 0, changed: 0, quarantined: 0 };
      if (patch ?? defaults) await patchState(transaction, patch, defaults);
      return stored;
    }),
  );
}

async function patchState(
  transaction: Transaction,
  patch: Partial<SyncState> = {},
  defaults: Partial<SyncState> = {},
): Promise<void> {
  await transaction.update(mirrorSync).set({
    state: sql`${JSON.stringify(defaults)}::jsonb || ${mirrorSync.state} || ${JSON.stringify(patch)}::jsonb`,
    updatedAt: sql`now()`,
  });
}

const MAX_TRIES = 4;

// Two writers may lock the same rows in different orders when one of them writes them one by one.
async function retryOnDeadlock<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || tries >= MAX_TRIES) throw error;
    }
  }
}
