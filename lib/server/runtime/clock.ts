import 'server-only';
import { pool } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
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

/** Compares with the database's clock, now and every half a minute from now on. */
export async function startClock(): Promise<void> {
  await compare();
  setInterval(() => void compare().catch(() => undefined), COMPARE_EVERY_MS).unref();
}

async function compare(): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await pool().query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const [answer] = rows;
  const tookMs = performance.now() - askedAt;
  const state = clock();
  if (!answer || (tookMs > MAX_MS && state.aheadMs !== undefined)) return;
  state.aheadMs = answer.ms - (askedAt + tookMs / 2);
  const offMs = Math.round(Date.now() - now().getTime());
  const isOff = Math.abs(offMs) > WORTH_SAYING_MS;
  if (isOff && !state.hasComplained)
    log.warn({ offMs }, 'the clock of this machine differs from the clock of the database, which counts');
  state.hasComplained = isOff;
}
