import type { SyncState } from '@/lib/mirror/sync';
import { formatCount } from '@/lib/text/locale';

/** Progress of the full check of all transfers that must follow a restore before sending resumes. */
export interface RestoreCheck {
  /** Time of the restore (ISO 8601). */
  restoredAt: string;
  /** Last entry of the audit log in the backup. */
  auditSeq: number;
  auditHash: string;
  /** True once a walk through the whole list that began after the restore was complete. */
  isComplete: boolean;
  /** Records that the walk in progress has read, and how many are known at least. */
  records: number;
  known: number;
}

/** Reads from the progress of the sync how far the full check after a restore is. */
export function computeRestoreCheck(
  state: SyncState,
  restore: Pick<RestoreCheck, 'restoredAt' | 'auditSeq' | 'auditHash'>,
): RestoreCheck {
  const { walk, lastWalk, incomplete } = state;
  const isSince = (startedAt: string) => Date.parse(startedAt) >= Date.parse(restore.restoredAt);
  const isComplete = lastWalk !== undefined && !incomplete && isSince(lastWalk.startedAt);
  const current = walk && isSince(walk.startedAt) ? walk : undefined;
  return { ...restore, isComplete, records: current?.records ?? 0, known: current?.known ?? 0 };
}

/** Explains why sending cannot resume yet after a restore; undefined where it can. */
export function restoreCheckBlockReason(check: RestoreCheck | null): string | undefined {
  if (check === null || check.isComplete) return undefined;
  const { records, known } = check;
  const of = known > records ? ` of at least ${formatCount(known)}` : '';
  return (
    'The database was restored from a backup. Sending can resume after a full check of all transfers that began ' +
    `after the restore: ${formatCount(records)}${of} read so far.`
  );
}
