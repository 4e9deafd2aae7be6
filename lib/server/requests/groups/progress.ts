import 'server-only';
import { eq, lt, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { batchProgress } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { UUID } from '@/lib/text/uuid';
import type { BatchProgress } from '@/lib/requests/contract';

/** How far the reader's batch with this key is; null where none is known. In whatever process it is made. */
export async function readBatchProgress(batchKey: string): Promise<Result<BatchProgress | null, Denial>> {
  const requester = await authorize('makeWithdrawal');
  if (!requester.ok) return requester;
  const [row] = UUID.test(batchKey)
    ? await database().select().from(batchProgress).where(eq(batchProgress.batchKey, batchKey))
    : [];
  return ok(row?.requesterId === requester.value.id ? { done: row.done, of: row.count } : null);
}

/** Says how far a batch is, outside of the transaction that makes it. Forgets those of days ago. */
export async function tellProgress(
  batchKey: string,
  requesterId: string,
  { done, of: count }: BatchProgress,
): Promise<void> {
  await database()
    .insert(batchProgress)
    .values({ batchKey, requesterId, done, count })
    .onConflictDoUpdate({
      target: batchProgress.batchKey,
      set: { done, count, updatedAt: sql`now()` },
      setWhere: eq(batchProgress.requesterId, requesterId),
    });
  if (done === 0)
    await database()
      .delete(batchProgress)
      .where(lt(batchProgress.updatedAt, sql`now() - interval '1 day'`));
}
