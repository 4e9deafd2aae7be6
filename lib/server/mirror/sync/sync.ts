import 'server-only';
import { checkPendingTransfers } from '@/lib/server/mirror/sync/check-pending';
import { buildNextIndexes, isBuildingIndex } from '@/lib/server/mirror/sync/indexes';
import { pollNewest } from '@/lib/server/mirror/sync/poll-newest';
import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { singleton } from '@/lib/server/runtime/singleton';
import { takeLease, type WorkLease } from '@/lib/server/workers/lease';
import { isStopping, startLoop } from '@/lib/server/workers/loop';

// Short, so that another process takes over soon after one died.
const LEASE_MS = 10_000;

interface HeldLease {
  lease: WorkLease | undefined;
  leaseMs: number;
  /** The time when the lease was last confirmed, on the monotonic clock (ms). */
  renewedAt: number;
  /** The work in progress under the lease, other than the building of indexes. */
  running: Set<Promise<number>>;
}

const held = () =>
  singleton<HeldLease>('mirror.lease', () => ({
    lease: undefined,
    leaseMs: LEASE_MS,
    renewedAt: -Infinity,
    running: new Set(),
  }));

/** Starts the sync loops, once per process. The process that holds the lease does the work; the others wait. */
export function startSync(leaseMs = LEASE_MS): void {
  held().leaseMs = leaseMs;
  startLoop('mirror lease', holdLease);
  startLoop('mirror walk', () => whileHeld((lease) => continueWalk(lease, canContinue)));
  startLoop('mirror newest', () => whileHeld(pollNewest));
  startLoop('mirror check', () => whileHeld(checkPendingTransfers));
  startLoop('mirror indexes', buildIndexesAlone, { everyMs: 5_000 });
}

/** Releases the lease after the loops have ended, so that another process takes over at once. */
export async function stopSync(): Promise<void> {
  await held().lease?.release();
}

/** Takes or renews the lease. */
async function holdLease(): Promise<number> {
  const state = held();
  const askedAt = performance.now();
  if (state.lease && askedAt - state.renewedAt < state.leaseMs / 4) return 0;
  if (state.lease && !(await state.lease.renew())) state.lease = undefined;
  state.lease ??= await takeLease('mirror', state.leaseMs);
  if (state.lease) state.renewedAt = askedAt;
  return 0;
}

function canContinue(): boolean {
  return !isStopping() && isHeld() && !isBuildingIndex();
}

function isHeld(): boolean {
  return held().lease !== undefined && performance.now() - held().renewedAt < held().leaseMs;
}

/** Does the work while this process holds the lease, and rests while it builds indexes, which blocks every write. */
function whileHeld(work: (lease: WorkLease) => Promise<number>): Promise<number> {
  const { lease, running } = held();
  if (!lease || !isHeld() || isBuildingIndex()) return Promise.resolve(0);
  const result = work(lease).finally(() => running.delete(result));
  running.add(result);
  return result;
}

/** Builds indexes while this process holds the lease, once the work in progress has ended: its writes would fail. */
function buildIndexesAlone(): Promise<number> {
  const { running } = held();
  return isHeld() ? buildNextIndexes(() => Promise.allSettled(running)) : Promise.resolve(0);
}
