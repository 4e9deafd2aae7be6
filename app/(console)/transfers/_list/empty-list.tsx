import { describeFilterValue, FILTER_NAMES } from '@/app/(console)/transfers/_filters/filter-labels';
import { useFilterValues } from '@/app/(console)/transfers/_filters/value-options';
import type { TransferListInfo } from '@/app/(console)/transfers/_list/transfer-list';
import { LookUpNow } from '@/app/(console)/transfers/_search/look-up-now';
import { SimilarReferences } from '@/components/search/similar-references';
import type { AddressChange } from '@/components/list/list-address';
import { toggleValue } from '@/components/list/active-filters';
import { useProfileNames } from '@/components/profiles/profile-names';
import { Button } from '@/components/ui/button';
import { readableText } from '@/components/values/untrusted-text';
import { NoTransferFound } from '@/components/search/search-coverage';
import { useFoundBeside } from '@/components/search/use-search';
import { isExactlyBeside } from '@/lib/search/found';
import { theService } from '@/lib/text/service-name';
import { ALL_TRANSFERS, countFilters, hidesSettled, type TransferQuery, VALUE_FILTERS } from '@/lib/transfers/query';

interface EmptyListProps {
  query: TransferQuery;
  info: TransferListInfo;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/**
 * The message of a list without rows: what was searched, which support can repeat on the phone, and what to do next.
 */
export default function EmptyList({ query, info, onChangeQuery }: EmptyListProps) {
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
          <NoMatch q={query.q} info={info} hasFilters={hasFilters} />
          <FilterOffers query={query} onChangeQuery={onChangeQuery} />
          {/* Where it was just checked, or cannot be looked up there, the message says so. */}
          {info.liveLookup?.outcome === 'failed' && <LookUpNow term={query.q} />}
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

/** Offers the filters whose value is the text that was searched for: “USDC” as an asset, “pending” as a status. */
function FilterOffers({ query, onChangeQuery }: Omit<EmptyListProps, 'info'>) {
  const { data } = useFilterValues();
  const names = useProfileNames();
  const offers = VALUE_FILTERS.flatMap((filter) =>
    (data?.[filter] ?? [])
      .map(({ value }) => ({ filter, value, label: describeFilterValue(filter, value, names) }))
      .filter(({ value, label }) => [value, label].some((text) => text.toLowerCase() === query.q.toLowerCase())),
  );
  return offers.map(({ filter, value, label }) => (
    <Button
      key={filter}
      className="mt-3 mr-2"
      onClick={() => onChangeQuery(toggleValue(ALL_TRANSFERS, filter, value), 'push')}
    >
      Show transfers with {FILTER_NAMES[filter]}: {readableText(label, 60)}
    </Button>
  ));
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
