import { lazy, Suspense } from 'react';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import type { ListState } from '@/app/(console)/transfers/_list/transfer-list';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import type { Coverage } from '@/lib/mirror/coverage';
import { countFilters, type TransferQuery } from '@/lib/transfers/query';

const EmptyList = lazy(() => import('@/app/(console)/transfers/_list/empty-list'));

interface ListEndProps {
  state: ListState;
  query: TransferQuery;
  onMore: () => void;
}

/** The end of the list: loading more, an error, the message of an empty list, or the number of transfers shown. */
export function ListEnd({ state: { items, next, reading, error, info }, query, onMore }: ListEndProps) {
  const count = items.length.toLocaleString('en-GB');
  if (reading === 'more') return <p className="p-4 text-center text-dim">Loading more transfers…</p>;
  if (error?.of === 'more' && error.reason instanceof Error) {
    return (
      <div className="p-3">
        <ReadFailureNotice
          explanation={explainError(error.reason)}
          {...(error.reason instanceof ReadError && { status: error.reason.status })}
        >
          <p className="text-dim">The {count} transfers above are not affected.</p>
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
        <Button onClick={onMore}>Load more</Button>
      </p>
    );
  }
  if (!info) return null;
  if (items.length === 0)
    return (
      <Suspense>
        <EmptyList query={query} info={info} />
      </Suspense>
    );
  return (
    <div className="p-4 text-center text-dim">
      <p>{describeEnd(items.length, query, info.coverage)}</p>
      {info.note !== undefined && <p className="mt-1">{info.note}</p>}
    </div>
  );
}

function describeEnd(count: number, query: TransferQuery, { isComplete }: Coverage): string {
  const transfers = `${count.toLocaleString('en-GB')} ${count === 1 ? 'transfer' : 'transfers'}`;
  if (query.q !== '') return `${transfers} found.`;
  if (!isComplete) return `${transfers} synced so far.`;
  return `End of the list: ${transfers}${isPlain(query) ? '' : ' with these filters'}.`;
}

function isPlain(query: TransferQuery): boolean {
  return countFilters(query) === 0;
}
