import type { TransferListInfo } from '@/app/(console)/transfers/_list/transfer-list';
import { LookUpNow } from '@/app/(console)/transfers/_search/look-up-now';
import { SimilarReferences } from '@/components/search/similar-references';
import { QueryProvider } from '@/components/data/query-provider';
import { NoTransferFound } from '@/components/search/search-coverage';
import { useFoundBeside } from '@/components/search/use-search';
import { isExactlyBeside } from '@/lib/search/found';
import { theService } from '@/lib/text/service-name';
import { countFilters, hidesSettled, type TransferQuery } from '@/lib/transfers/query';

/**
 * The message of a list without rows: what was searched, which support can repeat on the phone, and what to do next.
 */
export default function EmptyList({ query, info }: { query: TransferQuery; info: TransferListInfo }) {
  const hasFilters = countFilters(query) > 0;
  return (
    <div role="status" className="mx-auto max-w-reading p-8 text-center">
      {query.q === '' ? (
        <NothingToShow
          hasFilters={hasFilters}
          isAllSettled={hidesSettled(query) && countFilters(query) === 1}
          isComplete={info.coverage.isComplete}
        />
      ) : (
        <>
          <QueryProvider>
            <NoMatch q={query.q} info={info} hasFilters={hasFilters} />
          </QueryProvider>
          <LookUpNow term={query.q} />
          {info.note !== undefined && <p className="mt-1 text-body text-dim">{info.note}</p>}
          {hasFilters && !info.hidden && (
            <p className="mt-2 text-body">
              Only transfers that match the filters were searched, and all others for this text as a whole reference,
              ID, hash or address. Clear the filters to search all transfers for everything.
            </p>
          )}
        </>
      )}
    </div>
  );
}

// A request that was never sent is the answer, and is above the list.
function NoMatch({ q, info, hasFilters }: { q: string; info: TransferListInfo; hasFilters: boolean }) {
  const beside = useFoundBeside(q);
  const isAnswered = beside !== undefined && isExactlyBeside(beside);
  return (
    <>
      <NoTransferFound
        text={q}
        coverage={info.coverage}
        limits={info.limits}
        liveLookup={info.liveLookup}
        beside={beside}
        within={{ hasFilters, isHidden: info.hidden !== undefined, isCutShort: info.note !== undefined }}
      />
      {!isAnswered && <SimilarReferences references={info.similar ?? []} />}
    </>
  );
}

interface NothingToShowProps {
  hasFilters: boolean;
  /** True if the only filter is that for what needs attention and is not settled. */
  isAllSettled: boolean;
  isComplete: boolean;
}

function NothingToShow({ hasFilters, isAllSettled, isComplete }: NothingToShowProps) {
  if (isAllSettled && isComplete) {
    return (
      <>
        <p className="font-medium">Nothing needs attention</p>
        <p className="mt-1 text-dim">Choose “Include settled” to see the transfers that were settled.</p>
      </>
    );
  }
  if (hasFilters) {
    return (
      <>
        <p className="font-medium">No transfers match these filters</p>
        <p className="mt-1 text-dim">
          {isComplete
            ? 'Remove a filter to see more transfers.'
            : 'The transfer sync is not complete, so matching transfers may still exist.'}
        </p>
      </>
    );
  }
  return (
    <>
      <p className="font-medium">No transfers yet</p>
      <p className="mt-1 text-dim">
        {isComplete
          ? `Withdrawals and deposits appear here as soon as ${theService()} has them.`
          : `Transfers are being synced from ${theService()} and appear here as they arrive.`}
      </p>
    </>
  );
}
