import 'server-only';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { refusals } from '@/lib/server/database/schema/people';

// The number of rows that a sweep handles at once (lib/server/auth/session-sweep).
const BATCH_SIZE = 1000;

/**
 * Records a denied attempt in the audit log. Within a minute after an entry with the same key, attempts are only
 * counted, and the next entry has their number (`unwritten`). So nobody can fill the log with denied calls.
 */
export async function recordDeniedAttempt(key: string, entry: AuditEntry): Promise<void> {
  await inTransaction(async (transaction) => {
    const isDue = sql<boolean>`${refusals.writtenAt} <= now() - interval '1 minute'`;
    const [counted] = await transaction
      .insert(refusals)
      .values({ key, entry })
      .onConflictDoUpdate({ target: refusals.key, set: { unwritten: sql`${refusals.unwritten} + 1` } })
      .returning({ times: refusals.unwritten, isDue });
    const isFirst = counted?.times === 0;
    if (!isFirst && !counted?.isDue) return;
    if (!isFirst) {
      await transaction
        .update(refusals)
        .set({ entry, writtenAt: sql`now()`, unwritten: 0 })
        .where(eq(refusals.key, key));
    }
    await appendAudit(transaction, withUnwritten(entry, (counted?.times ?? 0) - 1));
  });
}

/**
 * Records the number of attempts that were only counted, for each key without a recent attempt, and deletes these
 * counts. Returns the number of deleted counts.
 */
export async function flushDeniedAttempts(): Promise<number> {
  return inTransaction(async (transaction) => {
    const expired = await transaction
      .select({ key: refusals.key })
      .from(refusals)
      .where(lt(refusals.writtenAt, sql`now() - interval '1 minute'`))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    const deleted = await transaction
      .delete(refusals)
      .where(
        inArray(
          refusals.key,
          expired.map(({ key }) => key),
        ),
      )
      .returning();
    const unrecorded = deleted.flatMap(({ entry, unwritten }) =>
      unwritten > 0 ? [withUnwritten(entry, unwritten)] : [],
    );
    await appendAudits(transaction, unrecorded);
    return deleted.length;
  });
}

function withUnwritten(entry: AuditEntry, unwritten: number): AuditEntry {
  return unwritten > 0 ? { ...entry, after: { ...(entry.after as object | undefined), unwritten } } : entry;
}
