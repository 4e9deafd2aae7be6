import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Notice } from '@/components/ui/notice';
import type { Explanation } from '@/lib/http/problems';

interface SheetNoticesProps {
  isRestored: boolean;
  wasHandedOver: boolean;
  remarks: number;
  failure: Explanation | undefined;
  onRetry: () => void;
}

/** What is to be said of the sheet as a whole. */
export function SheetNotices({ isRestored, wasHandedOver, remarks, failure, onRetry }: SheetNoticesProps) {
  return (
    <div className="mb-3 space-y-3 empty:hidden">
      {isRestored && wasHandedOver && (
        <Notice
          look="warn"
          title="This page was left while the requests were being created, so they may be there already."
        >
          <p>
            Create the requests again without changing the sheet: the same sheet never makes two batches. Nothing is
            sent before the approvals.
          </p>
        </Notice>
      )}
      {isRestored && !wasHandedOver && <Notice look="info" title="This is the sheet that you had here before." />}
      {remarks > 0 && (
        <Notice
          look="info"
          title={`${remarks === 1 ? 'One row begins' : `${remarks} rows begin`} with # and ${remarks === 1 ? 'is' : 'are'} left out.`}
        />
      )}
      {failure && (
        <div>
          <ExplanationNotice explanation={failure} isUrgent />
          <button type="button" className="mt-1 text-sm underline" onClick={onRetry}>
            Check again
          </button>
        </div>
      )}
    </div>
  );
}
