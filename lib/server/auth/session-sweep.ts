import 'server-only';
import { and, inArray, lt, sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { rateLimits, sessions } from '@/lib/server/database/schema';
import { flushDeniedAttempts } from '@/lib/server/auth/denied-attempts';
import { takeLease } from '@/lib/server/workers/lease';
import { startLoop } from '@/lib/server/workers/loop';

const SWEEP_EVERY_MS = 3_600_000;
// So that no sweep holds many rows, however long it was not done.
const PER_ROUND = 1000;
const KEPT_DAYS = 90;

/**
 * Forgets what is of no use any more: sessions that were over 90 days ago (the audit log keeps what became of them), what
 * was used up of limits, and repeated refusals, of which it writes down how many there were. One process at a time.
 * Gives how much it forgot, so that it goes on at once while there is more.
 */
export async function sweep(): Promise<number> {
  const lease = await takeLease('sweep', 60_000);
  if (!lease) return 0;
  try {
    return Math.max(await flushDeniedAttempts(), await forgetSessions(), await forgetLimits());
  } finally {
    await lease.release();
  }
}

/** Starts sweeping. Once per process. */
export function startSweeping(): void {
  startLoop('sweep', sweepFullBatches, { everyMs: SWEEP_EVERY_MS });
}

/** Sweeps, and asks to be repeated at once only after a full batch. */
async function sweepFullBatches(): Promise<number> {
  const done = await sweep();
  return done < PER_ROUND ? 0 : done;
}

async function forgetSessions(): Promise<number> {
  const longAgo = sql`now() - make_interval(days => ${KEPT_DAYS})`;
  const over = database()
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(lt(sessions.endsAt, longAgo))
    .limit(PER_ROUND);
  return (
    await database().delete(sessions).where(inArray(sessions.idHash, over)).returning({ idHash: sessions.idHash })
  ).length;
}

async function forgetLimits(): Promise<number> {
  const used = database()
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.spentUntil, sql`now()`))
    .limit(PER_ROUND);
  // Once more on the row itself: somebody may be counted on it right now.
  const gone = await database()
    .delete(rateLimits)
    .where(and(inArray(rateLimits.key, used), lt(rateLimits.spentUntil, sql`now()`)))
    .returning({ key: rateLimits.key });
  return gone.length;
}
