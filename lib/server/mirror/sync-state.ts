import 'server-only';
import { sql } from 'drizzle-orm';
import type { SyncState } from '@/lib/mirror/sync';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { mirrorSync } from '@/lib/server/database/mirror-schema';
import { type Reading, type Stored, storeTransfers } from '@/lib/server/mirror/store';
import type { WorkLease } from '@/lib/server/workers/lease';

/** How far reading the service has come. */
export async function readSyncState(): Promise<SyncState> {
  const [row] = await database().select({ state: mirrorSync.state }).from(mirrorSync);
  return row?.state ?? {};
}

/** What is written beside the records, in the same transaction. */
interface Beside {
  /** Members of the state that are replaced. */
  patch?: Partial<SyncState> | undefined;
  /** Members that are set where the state has none. */
  first?: Partial<SyncState> | undefined;
  /** Where another process has the work by now, nothing is written at all. */
  lease?: WorkLease | undefined;
}

/**
 * Puts what was read into the mirror, together with how far that brings it. Undefined where the lease was lost. Does not
 * wait for the disk: a crash takes records and state together, and they are read again.
 */
export async function storeReading(
  reading: Reading | undefined,
  { patch, first, lease }: Beside = {},
): Promise<Stored | undefined> {
  return withoutDeadlock(() =>
    inTransaction(async (transaction) => {
      await transaction.execute(sql`set local synchronous_commit = off`);
      if (lease && !(await lease.isHeldIn(transaction))) return undefined;
      const stored = reading ? await storeTransfers(transaction, reading) : { added: 0, changed: 0, quarantined: 0 };
      if (patch ?? first) await writeState(transaction, patch, first);
      return stored;
    }),
  );
}

async function writeState(
  transaction: Transaction,
  patch: Partial<SyncState> = {},
  first: Partial<SyncState> = {},
): Promise<void> {
  await transaction.update(mirrorSync).set({
    state: sql`${JSON.stringify(first)}::jsonb || ${mirrorSync.state} || ${JSON.stringify(patch)}::jsonb`,
    updatedAt: sql`now()`,
  });
}

const TRIES = 4;

// Two writers may meet the same records in different orders where one of them writes them one by one.
async function withoutDeadlock<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || tries >= TRIES) throw error;
    }
  }
}
