import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Notice } from '@/components/ui/notice';
import { readableText } from '@/components/values/untrusted-text';
import { ShortageNotices } from '@/components/withdrawals/shortage-notices';
import type { Need } from '@/lib/balances/needs';
import type { Explanation } from '@/lib/http/problems';

interface SheetNoticesProps {
  isRestored: boolean;
  wasHandedOver: boolean;
  commentRows: number;
  /** How the file was read. */
  notes: readonly string[];
  /** What the rows take from each balance, as far as it is to be compared. */
  needs: readonly Need[];
  failure: Explanation | undefined;
  onRetry: () => void;
}

/** Notices about the whole sheet: restored draft, unanswered submission, ignored rows, balances, failed checks. */
export function SheetNotices(props: SheetNoticesProps) {
  const { isRestored, wasHandedOver, commentRows, notes, needs, failure, onRetry } = props;
  return (
    <div className="mb-3 space-y-3 empty:hidden">
      {isRestored && wasHandedOver && (
        <Notice
          look="warn"
          title="This page was closed while the requests were being created, so they may exist already."
        >
          <p>
            Create the requests again without changing the sheet: the same sheet never makes two batches. Nothing is
            sent before approval.
          </p>
        </Notice>
      )}
      {isRestored && !wasHandedOver && <Notice look="info" title="Draft restored" />}
      {commentRows > 0 && (
        <Notice
          look="info"
          title={
            commentRows === 1
              ? '1 row begins with # and is ignored.'
              : `${commentRows} rows begin with # and are ignored.`
          }
        />
      )}
      {notes.length > 0 && (
        <details className="rounded-panel border border-line bg-soft px-4 py-2.5 text-body">
          <summary>How the file was read</summary>
          <ul className="mt-2 list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
            {notes.map((note) => (
              <li key={note}>{readableText(note, 600)}</li>
            ))}
          </ul>
        </details>
      )}
      <ShortageNotices needs={needs} />
      {failure && (
        <div>
          <ExplanationNotice explanation={failure} isUrgent />
          <button type="button" className="mt-1 text-body underline" onClick={onRetry}>
            Check again
          </button>
        </div>
      )}
    </div>
  );
}
