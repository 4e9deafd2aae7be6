import { ReadFailureNotice } from '@/app/(console)/transfers/read-failure-notice';
import { explain, ReadError } from '@/app/(console)/transfers/fetch-transfers';
import type { Walk } from '@/app/(console)/transfers/walk';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

interface ListEndProps {
  walk: Walk;
  error: Error | null;
  isFetching: boolean;
  onMore: () => void;
}

/** What stands below the last row: that more is coming, that this is all, or why it goes no further. */
export function ListEnd({ walk: { rows, end }, error, isFetching, onMore }: ListEndProps) {
  const count = rows.length.toLocaleString('en-GB');
  if (isFetching) return <p className="p-4 text-center text-dim">Reading more transfers…</p>;
  if (error) {
    return (
      <div className="p-3">
        <ReadFailureNotice explanation={explain(error)} {...(error instanceof ReadError && { status: error.status })}>
          <p className="text-dim">The {count} transfers above stay as they were read.</p>
          <Button className="mt-2" onClick={onMore}>
            Try again
          </Button>
        </ReadFailureNotice>
      </div>
    );
  }
  if (end === 'repeated') {
    return (
      <div className="p-3">
        <Notice look="warn" title="The service repeated a page, so the list stops here and may be incomplete." isUrgent>
          <p>{count} transfers were read. Use Refresh to read the list again from the top.</p>
        </Notice>
      </div>
    );
  }
  if (end === 'more') {
    return (
      <p className="p-3 text-center">
        <Button onClick={onMore}>Read more</Button>
      </p>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="p-8 text-center">
        <p className="font-medium">There are no transfers yet</p>
        <p className="mt-1 text-dim">The service was asked and has none. Once a withdrawal is sent or a deposit arrives, it appears here.</p>
      </div>
    );
  }
  return <p className="p-4 text-center text-dim">That is every transfer: {count} shown</p>;
}
