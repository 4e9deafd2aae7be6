import 'server-only';
import { checkTransfers } from '@/lib/server/mirror/check-pending';
import { pollNewest } from '@/lib/server/mirror/poll-newest';
import { walkOn } from '@/lib/server/mirror/walk';
import { singleton } from '@/lib/server/runtime/singleton';
import { takeLease, type WorkLease } from '@/lib/server/workers/lease';
import { isStopping, startLoop } from '@/lib/server/workers/loop';

// Short, so that another process goes on soon after one died.
const LEASE_MS = 10_000;

interface Held {
  lease: WorkLease | undefined;
  leaseMs: number;
  /** When it was last sure to be ours, on the monotonic clock. */
  renewedAt: number;
}

const held = () =>
  singleton<Held>('mirror.lease', () => ({ lease: undefined, leaseMs: LEASE_MS, renewedAt: -Infinity }));

/** Starts what keeps the mirror, once per process. One process at a time does the work; the others stand by. */
export function startSync(leaseMs = LEASE_MS): void {
  held().leaseMs = leaseMs;
  startLoop('mirror lease', holdLease);
  startLoop('mirror walk', () => whileHeld((lease) => walkOn(lease, mayGoOn)));
  startLoop('mirror newest', () => whileHeld(pollNewest));
  startLoop('mirror check', () => whileHeld(checkTransfers));
}

/** Lets another process go on at once, when the loops of this one have ended. */
export async function stopSync(): Promise<void> {
  await held().lease?.release();
}

/** Takes the lease, or keeps it. */
async function holdLease(): Promise<number> {
  const state = held();
  const askedAt = performance.now();
  if (state.lease && askedAt - state.renewedAt < state.leaseMs / 4) return 0;
  if (state.lease && !(await state.lease.renew())) state.lease = undefined;
  state.lease ??= await takeLease('mirror', state.leaseMs);
  if (state.lease) state.renewedAt = askedAt;
  return 0;
}

function mayGoOn(): boolean {
  return !isStopping() && isHeld();
}

function isHeld(): boolean {
  return held().lease !== undefined && performance.now() - held().renewedAt < held().leaseMs;
}

function whileHeld(work: (lease: WorkLease) => Promise<number>): Promise<number> {
  const { lease } = held();
  return lease && isHeld() ? work(lease) : Promise.resolve(0);
}
