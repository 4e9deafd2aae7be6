import 'server-only';
import { eq, lt, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { batchProgress } from '@/lib/server/database/schema/requests';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { UUID } from '@/lib/text/uuid';
import type { BatchProgress } from '@/lib/requests/contract';

/** Reads the progress of the reader's own batch with this key, from any process; null for an unknown key. */
export async function readBatchProgress(batchKey: string): Promise<Result<BatchProgress | null, Denial>> {
  const requester = await authorize('makeWithdrawal');
  if (!requester.ok) return requester;
  const [row] = UUID.test(batchKey)
    ? await database().select().from(batchProgress).where(eq(batchProgress.batchKey, batchKey))
    : [];
  return ok(row?.requesterId === requester.value.id ? { done: row.done, total: row.count } : null);
}

/** Saves the progress of a batch, outside the transaction that creates it, and deletes progress older than a day. */
export async function saveBatchProgress(
  batchKey: string,
  requesterId: string,
  { done, total: count }: BatchProgress,
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
