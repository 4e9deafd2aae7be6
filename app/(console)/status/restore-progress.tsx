import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/values/time';
import { type RestoreCheck, restoreCheckBlockReason } from '@/lib/mirror/restore-check';
import { formatCount } from '@/lib/text/locale';

/** Shows the latest restore of the database and, until it is complete, the progress of the full check after it. */
export function RestoreProgress({ check }: { check: RestoreCheck | null }) {
  if (check === null) return null;
  const blockReason = restoreCheckBlockReason(check);
  if (blockReason === undefined) {
    return (
      <p className="mt-3 text-body text-dim">
        The database was restored from a backup <Time iso={check.restoredAt} />. All transfers were read again since.
        Requests from before cannot be approved or changed; request them again.
      </p>
    );
  }
  return (
    <div className="mt-3">
      <Notice look="warn" title="Sending cannot resume yet.">
        <p>{blockReason}</p>
        <p>
          Restored <Time iso={check.restoredAt} />; the audit log of the backup ends at entry{' '}
          {formatCount(check.auditSeq)}.
        </p>
      </Notice>
    </div>
  );
}
