import 'server-only';
import { and, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { isUnused } from '@/lib/server/attachments/upload';
import { attachments } from '@/lib/server/database/schema/attachments';
import { database } from '@/lib/server/database/client';
import { startLoop } from '@/lib/server/workers/loop';

// Longer than any upload may take, and longer than a form stays open.
const BROKEN_OFF_AFTER_HOURS = 1;
const UNUSED_AFTER_HOURS = 24;
// Each may have forty chunks.
const BATCH_SIZE = 20;
const SWEEP_INTERVAL_MS = 600_000;

const olderThan = (hours: number) => lt(attachments.at, sql`now() - make_interval(hours => ${hours})`);

/** Deletes uploads that broke off and files that no request took within a day. Gives the number of deleted rows. */
export async function deleteUnusedFiles(): Promise<number> {
  const unused = database()
    .select({ id: attachments.id })
    .from(attachments)
    .where(
      and(
        isUnused(),
        or(olderThan(UNUSED_AFTER_HOURS), and(isNull(attachments.size), olderThan(BROKEN_OFF_AFTER_HOURS))),
      ),
    )
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  const gone = await database()
    .delete(attachments)
    .where(inArray(attachments.id, unused))
    .returning({ id: attachments.id });
  return gone.length;
}

/** Starts deleting them, once per process. */
export function startSweepingFiles(): void {
  startLoop('file-sweep', sweepFiles, { everyMs: SWEEP_INTERVAL_MS });
}

/** Asks to be repeated at once only after a full batch. Two processes at once delete what the other does not. */
async function sweepFiles(): Promise<number> {
  const deleted = await deleteUnusedFiles();
  return deleted < BATCH_SIZE ? 0 : deleted;
}
