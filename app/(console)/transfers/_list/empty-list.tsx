import type { ListState } from '@/app/(console)/transfers/_list/transfer-list';
import { NothingFound } from '@/components/search/search-coverage';
import { countFilters, type TransferQuery } from '@/lib/transfers/query';

/** That there is no row, in words that can be repeated on the phone: what was looked for, and what the answer rests on. */
export default function EmptyList({ query, about }: { query: TransferQuery; about: NonNullable<ListState['about']> }) {
  const isNarrowed = countFilters(query) > 0;
  return (
    <div role="status" className="mx-auto max-w-2xl p-8 text-center">
      {query.q === '' ? (
        <Nothing isNarrowed={isNarrowed} isComplete={about.coverage.isComplete} />
      ) : (
        <>
          <NothingFound text={query.q} coverage={about.coverage} asked={about.liveLookup} />
          {about.note !== undefined && <p className="mt-1 text-sm text-dim">{about.note}</p>}
          {isNarrowed && (
            <p className="mt-2 text-sm">Only transfers that fit the filters were searched. Clear them to search all.</p>
          )}
        </>
      )}
    </div>
  );
}

function Nothing({ isNarrowed, isComplete }: { isNarrowed: boolean; isComplete: boolean }) {
  if (isNarrowed) {
    return (
      <>
        <p className="font-medium">No transfer fits these filters</p>
        <p className="mt-1 text-dim">
          {isComplete
            ? 'Take one of them away to see more.'
            : 'Not everything has been read yet, so one may exist all the same.'}
        </p>
      </>
    );
  }
  return (
    <>
      <p className="font-medium">There are no transfers yet</p>
      <p className="mt-1 text-dim">
        {isComplete
          ? 'The service was asked and has none. Once a withdrawal is sent or a deposit arrives, it appears here.'
          : 'They are being read from the service and appear here as they come.'}
      </p>
    </>
  );
}
