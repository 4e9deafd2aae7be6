import 'server-only';
import { desc } from 'drizzle-orm';
import { computeRestoreCheck, type RestoreCheck } from '@/lib/mirror/restore-check';
import { database, type Transaction } from '@/lib/server/database/client';
import { mirrorSync } from '@/lib/server/database/schema/mirror';
import { restoreEpochs } from '@/lib/server/database/schema/sends';

/**
 * Reads how far the full check after the latest restore of the database is; null where it was never restored:
 * docs/operations.md#restore.
 */
export async function readRestoreCheck(reader: Pick<Transaction, 'select'> = database()): Promise<RestoreCheck | null> {
  const [epoch] = await reader.select().from(restoreEpochs).orderBy(desc(restoreEpochs.number)).limit(1);
  if (!epoch) return null;
  const [sync] = await reader.select({ state: mirrorSync.state }).from(mirrorSync);
  const { auditSeq, auditHash } = epoch;
  return computeRestoreCheck(sync?.state ?? {}, { restoredAt: epoch.restoredAt.toISOString(), auditSeq, auditHash });
}
