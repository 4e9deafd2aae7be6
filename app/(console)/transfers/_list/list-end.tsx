import { lazy, Suspense } from 'react';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import type { ListState } from '@/app/(console)/transfers/_list/transfer-list';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import type { TransferQuery } from '@/lib/transfers/query';

const EmptyList = lazy(() => import('@/app/(console)/transfers/_list/empty-list'));

interface ListEndProps {
  state: ListState;
  query: TransferQuery;
  onMore: () => void;
}

/** What stands below the last row: that more is coming, that this is all, or why it goes no further. */
export function ListEnd({ state: { items, next, reading, error, about }, query, onMore }: ListEndProps) {
  const count = items.length.toLocaleString('en-GB');
  if (reading === 'more') return <p className="p-4 text-center text-dim">Reading more transfers…</p>;
  if (error?.of === 'more' && error.why instanceof Error) {
    return (
      <div className="p-3">
        <ReadFailureNotice
          explanation={explainError(error.why)}
          {...(error.why instanceof ReadError && { status: error.why.status })}
        >
          <p className="text-dim">The {count} transfers above stay as they were read.</p>
          <Button className="mt-2" onClick={onMore}>
            Try again
          </Button>
        </ReadFailureNotice>
      </div>
    );
  }
  if (next !== null) {
    return (
      <p className="p-3 text-center">
        <Button onClick={onMore}>Read more</Button>
      </p>
    );
  }
  if (!about) return null;
  if (items.length === 0)
    return (
      <Suspense>
        <EmptyList query={query} about={about} />
      </Suspense>
    );
  const isAll = query.q === '' && about.coverage.isComplete;
  return (
    <div className="p-4 text-center text-dim">
      {isAll ? (
        <p>
          That is every transfer{isPlain(query) ? '' : ' that fits'}: {count} shown
        </p>
      ) : (
        <p>
          {count} shown; {query.q === '' ? 'that is what has been read so far.' : 'that is all that was found.'}
        </p>
      )}
      {about.note !== undefined && <p className="mt-1">{about.note}</p>}
    </div>
  );
}

function isPlain({ values, ranges, hasProblem }: TransferQuery): boolean {
  return Object.keys(values).length === 0 && Object.keys(ranges).length === 0 && !hasProblem;
}
