import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

/**
 * Who waits for a read. A background read never queues, so it is never before one that somebody waits for. Whatever people
 * ask for, a turn is left for what ends the doubt about a send.
 */
export type ReadPriority = 'sending' | 'interactive' | 'background';

// Half of what one read may take in all: the other half of the queue is for sends in doubt.
const LONGEST_QUEUE_MS = 6_000;

// Where the service asks to slow down and does not say for how long.
const DEFAULT_THROTTLE_MS = 1_000;

// clock_timestamp() goes on within a statement. Losing the last turns in a crash costs nothing, so nobody waits for the disk.
const QUIET = sql`quiet as (select set_config('synchronous_commit', 'off', true))`;
const NEXT_AT = sql`greatest(next_at, throttled_until, clock_timestamp())`;

/**
 * Waits for the turn of one read in the one budget that all reads of all processes share (contract.md,
 * TRANSFER_SERVICE_READS_PER_SECOND). Gives false where the turn would not come within so many milliseconds.
 */
export async function takeRead(priority: ReadPriority, withinMs: number): Promise<boolean> {
  const gapMs = 1000 / settings().TRANSFER_SERVICE_READS_PER_SECOND;
  const until = performance.now() + withinMs;
  for (;;) {
    const remainingMs = Math.max(until - performance.now(), 0);
    const longest = { sending: Infinity, interactive: LONGEST_QUEUE_MS, background: gapMs }[priority];
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

/** Puts off every read of every process, because the service asked for it (429, Retry-After). */
export async function throttleReads(retryAfterMs = DEFAULT_THROTTLE_MS): Promise<void> {
  await database().execute(sql`
    with ${QUIET}
    update read_budget set throttled_until = greatest(throttled_until, clock_timestamp() + ${ms(retryAfterMs)}), throttled_at = clock_timestamp(),
      throttled = throttled + 1
    from quiet where id = 1`);
}

/** Waits so that this process does no more than a share of the budget under a name. For background reads, before each. */
export async function keepPace(name: string, share: number): Promise<void> {
  const paces = singleton('mirror.paces', () => new Map<string, number>());
  const turnAt = Math.max(paces.get(name) ?? 0, performance.now());
  paces.set(name, turnAt + 1000 / (settings().TRANSFER_SERVICE_READS_PER_SECOND * share));
  const waitMs = turnAt - performance.now();
  if (waitMs > 0) await delay(waitMs);
}

interface Turn {
  isTaken: boolean;
  /** How long until it comes, or would come. */
  waitMs: number;
}

async function askForTurn(gapMs: number, atMostMs: number, queueMs: number): Promise<Turn> {
  const taken = await database().execute<{ wait: number }>(sql`
    with ${QUIET}
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
