import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

const COMPARE_INTERVAL_MS = 30_000;
// A slower answer says too little about the moment at which the database read its clock.
const MAX_READ_MS = 500;
const REPORT_THRESHOLD_MS = 5_000;

const clock = () =>
  singleton('clock', () => ({
    /** The database's clock minus the monotonic clock; undefined before the first comparison. */
    offsetMs: undefined as number | undefined,
    hasReported: false,
  }));

/**
 * Returns the time by the database's clock, the one clock of all processes: they compare the times that they write.
 * The clock of this machine may be minutes off, or be set while the console runs, without any effect.
 */
export function now(): Date {
  const { offsetMs } = clock();
  return offsetMs === undefined ? new Date() : new Date(performance.now() + offsetMs);
}

/** The clock that this process follows. */
interface ReferenceClock {
  /** The time of the database in milliseconds since 1970; undefined if the database returned none. */
  readMs: () => Promise<number | undefined>;
  /** Called once when the clock of this machine is more than five seconds off, and again after it was right. */
  onOffset: (offMs: number) => void;
}

/**
 * Compares this machine's clock with the database's now and every 30 seconds. Returns a function that stops the
 * comparisons. Throws if the first comparison fails.
 */
export async function startClock(reference: ReferenceClock): Promise<() => void> {
  await compare(reference);
  const timer = setInterval(() => void compare(reference).catch(() => undefined), COMPARE_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

async function compare({ readMs, onOffset }: ReferenceClock): Promise<void> {
  const startedAt = performance.now();
  const ms = await readMs();
  const durationMs = performance.now() - startedAt;
  const state = clock();
  if (ms === undefined || (durationMs > MAX_READ_MS && state.offsetMs !== undefined)) return;
  state.offsetMs = ms - (startedAt + durationMs / 2);
  const offMs = Math.round(Date.now() - now().getTime());
  const isOff = Math.abs(offMs) > REPORT_THRESHOLD_MS;
  if (isOff && !state.hasReported) onOffset(offMs);
  state.hasReported = isOff;
}
