import 'server-only';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { refusals } from '@/lib/server/database/schema';

// As many as a sweep takes at once (lib/server/auth/session-sweep).
const PER_ROUND = 1000;

/**
 * Writes a refusal into the audit log, unless one of the same key was written within the last minute: then it is only
 * counted, and the next entry tells how many there were (`unwritten`). So nobody can fill the log by asking in vain.
 */
export async function recordDeniedAttempt(key: string, entry: AuditEntry): Promise<void> {
  await inTransaction(async (transaction) => {
    const isOver = sql<boolean>`${refusals.writtenAt} <= now() - interval '1 minute'`;
    const [seen] = await transaction
      .insert(refusals)
      .values({ key, entry })
      .onConflictDoUpdate({ target: refusals.key, set: { unwritten: sql`${refusals.unwritten} + 1` } })
      .returning({ times: refusals.unwritten, isOver });
    const isFirst = seen?.times === 0;
    if (!isFirst && !seen?.isOver) return;
    if (!isFirst) {
      await transaction
        .update(refusals)
        .set({ entry, writtenAt: sql`now()`, unwritten: 0 })
        .where(eq(refusals.key, key));
    }
    await appendAudit(transaction, withUnwritten(entry, (seen?.times ?? 0) - 1));
  });
}

/** Writes down how many refusals came since the last entry of their kind, where nothing came any more, and forgets them. Gives how many kinds it forgot. */
export async function flushDeniedAttempts(): Promise<number> {
  return inTransaction(async (transaction) => {
    const over = await transaction
      .select({ key: refusals.key })
      .from(refusals)
      .where(lt(refusals.writtenAt, sql`now() - interval '1 minute'`))
      .limit(PER_ROUND)
      .for('update', { skipLocked: true });
    const closed = await transaction
      .delete(refusals)
      .where(
        inArray(
          refusals.key,
          over.map(({ key }) => key),
        ),
      )
      .returning();
    const untold = closed.flatMap(({ entry, unwritten }) => (unwritten > 0 ? [withUnwritten(entry, unwritten)] : []));
    await appendAudits(transaction, untold);
    return closed.length;
  });
}

function withUnwritten(entry: AuditEntry, unwritten: number): AuditEntry {
  return unwritten > 0 ? { ...entry, after: { ...(entry.after as object | undefined), unwritten } } : entry;
}
