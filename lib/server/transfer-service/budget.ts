import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

/**
 * Priority of a read. A background read never queues, so it never delays one that a person waits for; however many
 * reads people cause, part of the queue is left for reconciling sends.
 */
export type ReadPriority = 'sending' | 'interactive' | 'background';

// Half of the time limit of one read: the other half of the queue is for reconciling sends.
const MAX_QUEUE_MS = 6_000;

// Pause where the service asks to slow down and does not say for how long.
const DEFAULT_THROTTLE_MS = 1_000;

// clock_timestamp() advances within a transaction. Losing the last turns in a crash costs nothing, so no caller waits
// for the disk.
const ASYNC_COMMIT = sql`quiet as (select set_config('synchronous_commit', 'off', true))`;
const NEXT_AT = sql`greatest(next_at, throttled_until, clock_timestamp())`;

/**
 * Waits for a turn to read, within the limit that all processes share (TRANSFER_SERVICE_READS_PER_SECOND). Returns
 * false where no turn would come within `withinMs` milliseconds.
 */
export async function takeRead(priority: ReadPriority, withinMs: number): Promise<boolean> {
  const gapMs = 1000 / settings().TRANSFER_SERVICE_READS_PER_SECOND;
  const until = performance.now() + withinMs;
  for (;;) {
    const remainingMs = Math.max(until - performance.now(), 0);
    const longest = { sending: Infinity, interactive: MAX_QUEUE_MS, background: gapMs }[priority];
    const turn = await askForTurn(
      gapMs,
      priority === 'background' ? Math.min(gapMs, remainingMs) : remainingMs,
      Math.min(longest, remainingMs),
    );
    if (turn.isTaken) {
      if (turn.waitMs > 0) await delay(turn.waitMs);
      return true;
    }
    if (priority !== 'background' || turn.waitMs > remainingMs) return false;
    await delay(Math.max(turn.waitMs - gapMs, 1));
  }
}

/** Pauses the reads of all processes, because the service asked for it (429, Retry-After). */
export async function throttleReads(retryAfterMs = DEFAULT_THROTTLE_MS): Promise<void> {
  await database().execute(sql`
    with ${ASYNC_COMMIT}
    update read_budget set
      throttled_until = greatest(throttled_until, clock_timestamp() + ${ms(retryAfterMs)}),
      throttled_at = clock_timestamp(), throttled = throttled + 1
    from quiet where id = 1`);
}

/** Waits before a background read, so that the reads under this name take at most `share` (0 to 1) of the limit. */
export async function keepPace(name: string, share: number): Promise<void> {
  const paces = singleton('mirror.paces', () => new Map<string, number>());
  const turnAt = Math.max(paces.get(name) ?? 0, performance.now());
  paces.set(name, turnAt + 1000 / (settings().TRANSFER_SERVICE_READS_PER_SECOND * share));
  const waitMs = turnAt - performance.now();
  if (waitMs > 0) await delay(waitMs);
}

interface Turn {
  isTaken: boolean;
  /** Time until the turn comes, or would come. */
  waitMs: number;
}

async function askForTurn(gapMs: number, atMostMs: number, queueMs: number): Promise<Turn> {
  const taken = await database().execute<{ wait: number }>(sql`
    with ${ASYNC_COMMIT}
    update read_budget set next_at = ${NEXT_AT} + ${ms(gapMs)}, reads = reads + 1
    from quiet where id = 1 and ${NEXT_AT} <= clock_timestamp() + ${ms(atMostMs)}
      and ${NEXT_AT} <= greatest(throttled_until, clock_timestamp()) + ${ms(queueMs)}
    returning (extract(epoch from next_at - ${ms(gapMs)} - clock_timestamp()) * 1000)::float8 as wait`);
  const [turn] = taken.rows;
  if (turn) return { isTaken: true, waitMs: turn.wait };
  const { rows } = await database().execute<{ wait: number }>(
    sql`select (extract(epoch from ${NEXT_AT} - clock_timestamp()) * 1000)::float8 as wait from read_budget`,
  );
  return { isTaken: false, waitMs: rows[0]?.wait ?? 0 };
}

function ms(count: number) {
  return sql`make_interval(secs => ${count / 1000}::float8)`;
}
