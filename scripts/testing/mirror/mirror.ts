import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { readSyncState, storeReading } from '@/lib/server/mirror/sync/sync-state';
import { takeLease } from '@/lib/server/workers/lease';

const MAX_TRIES = 40;

/** Reads the service's whole list into the mirror by a walk that begins now. */
export async function walkMirror(): Promise<void> {
  const lease = await takeLease('mirror', 600_000);
  if (!lease) throw new Error('another process reads the mirror');
  const before = (await readSyncState()).lastWalk?.startedAt;
  await storeReading(undefined, { patch: { walk: null, walkEndedAt: new Date(0).toISOString() }, lease });
  for (let tries = 0; tries < MAX_TRIES && (await readSyncState()).lastWalk?.startedAt === before; tries += 1)
    await continueWalk(lease, () => true);
  await lease.release();
  if ((await readSyncState()).lastWalk?.startedAt === before) throw new Error('the walk did not come to the end');
}
