import 'server-only';
import { and, inArray, lt, sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { logoutTokens, rateLimits, sessions } from '@/lib/server/database/schema/people';
import { flushDeniedAttempts } from '@/lib/server/auth/denied-attempts';
import { takeLease } from '@/lib/server/workers/lease';
import { startLoop } from '@/lib/server/workers/loop';

const SWEEP_INTERVAL_MS = 3_600_000;
// Limits the rows that one sweep locks, however much has accumulated.
const BATCH_SIZE = 1000;
const RETENTION_DAYS = 90;

/**
 * Deletes sessions that ended 90 days ago (the audit log keeps their history), used logout tokens, unused rate limit
 * counts, and counts of denied attempts, after recording these. Only one process sweeps at a time. Returns the largest
 * number of deleted rows, to be repeated at once after a full batch.
 */
export async function sweep(): Promise<number> {
  const lease = await takeLease('sweep', 60_000);
  if (!lease) return 0;
  try {
    return Math.max(
      await flushDeniedAttempts(),
      await deleteOldSessions(),
      await deleteOldLogoutTokens(),
      await deleteUnusedLimits(),
    );
  } finally {
    await lease.release();
  }
}

/** Starts sweeping, once per process. */
export function startSweeping(): void {
  startLoop('sweep', sweepFullBatches, { everyMs: SWEEP_INTERVAL_MS });
}

/** Sweeps, and asks to be repeated at once only after a full batch. */
async function sweepFullBatches(): Promise<number> {
  const done = await sweep();
  return done < BATCH_SIZE ? 0 : done;
}

async function deleteOldSessions(): Promise<number> {
  const longAgo = sql`now() - make_interval(days => ${RETENTION_DAYS})`;
  const over = database()
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(lt(sessions.endsAt, longAgo))
    .limit(BATCH_SIZE);
  return (
    await database().delete(sessions).where(inArray(sessions.idHash, over)).returning({ idHash: sessions.idHash })
  ).length;
}

async function deleteOldLogoutTokens(): Promise<number> {
  const old = database()
    .select({ idHash: logoutTokens.idHash })
    .from(logoutTokens)
    .where(lt(logoutTokens.usedAt, sql`now() - interval '1 hour'`))
    .limit(BATCH_SIZE);
  return (await database().delete(logoutTokens).where(inArray(logoutTokens.idHash, old)).returning()).length;
}

async function deleteUnusedLimits(): Promise<number> {
  const used = database()
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.spentUntil, sql`now()`))
    .limit(BATCH_SIZE);
  // Checks the row itself again: a call may be counting on it right now.
  const gone = await database()
    .delete(rateLimits)
    .where(and(inArray(rateLimits.key, used), lt(rateLimits.spentUntil, sql`now()`)))
    .returning({ key: rateLimits.key });
  return gone.length;
}
