import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

const COMPARE_EVERY_MS = 30_000;
// An answer that took longer says too little of the moment in which it was given.
const MAX_MS = 500;
const WORTH_SAYING_MS = 5_000;

/** How far the database's clock is ahead of the monotonic one (ms); undefined before it was asked. */
const clock = () => singleton('clock', () => ({ aheadMs: undefined as number | undefined, hasComplained: false }));

/**
 * The time by the database's clock, which is the one clock of all processes: what one of them writes, another compares
 * with. The clock of this machine may be off by minutes, or be set while it runs, and nothing follows from that.
 */
export function now(): Date {
  const { aheadMs } = clock();
  return aheadMs === undefined ? new Date() : new Date(performance.now() + aheadMs);
}

/** The clock that counts: how to read it, and whom to tell when the clock of this machine is far off. */
interface ReferenceClock {
  /** Milliseconds since 1970 by the database's clock; undefined where it gave no answer. */
  readMs: () => Promise<number | undefined>;
  /** Called once when the clock of this machine is more than five seconds off, and again after it was right. */
  onOffset: (offMs: number) => void;
}

/**
 * Compares with the database's clock, now and every half a minute from now on. Gives a function that ends this. Throws
 * where the first comparison fails.
 */
export async function startClock(reference: ReferenceClock): Promise<() => void> {
  await compare(reference);
  const timer = setInterval(() => void compare(reference).catch(() => undefined), COMPARE_EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function compare({ readMs, onOffset }: ReferenceClock): Promise<void> {
  const askedAt = performance.now();
  const ms = await readMs();
  const tookMs = performance.now() - askedAt;
  const state = clock();
  if (ms === undefined || (tookMs > MAX_MS && state.aheadMs !== undefined)) return;
  state.aheadMs = ms - (askedAt + tookMs / 2);
  const offMs = Math.round(Date.now() - now().getTime());
  const isOff = Math.abs(offMs) > WORTH_SAYING_MS;
  if (isOff && !state.hasComplained) onOffset(offMs);
  state.hasComplained = isOff;
}
