'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { describeAsset } from '@/app/(console)/transfers/_filters/filter-labels';
import { Money } from '@/components/values/money';
import { formatCount } from '@/lib/text/locale';
import type { TransferTotals } from '@/lib/transfers/transfer';

const TotalsTable = lazy(() => import('@/app/(console)/transfers/_list/totals-table'));

const MAX_INLINE_ASSETS = 1;

/** The number of matching transfers and what the first balances changed by in a line, with all totals below. */
export function TotalsStrip({
  totals,
  hasFilters,
}: {
  totals: TransferTotals | Error | undefined;
  hasFilters: boolean;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const known = totals instanceof Error ? undefined : totals;
  return (
    <section aria-label="Totals" aria-busy={totals === undefined} className="min-w-0">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3">
        {known && <InlineTotals totals={known} hasFilters={hasFilters} />}
        {known && known.transfers > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="inline-flex h-6 items-center gap-1 rounded-control px-1.5 text-dim hover:bg-soft hover:text-ink"
          >
            Totals by asset
            <ChevronDown aria-hidden className={isOpen ? 'size-3 rotate-180' : 'size-3'} />
          </button>
        )}
        {!known && (
          <p className="text-dim">
            {totals ? 'The totals could not be loaded. The list below is not affected.' : 'Loading totals…'}
          </p>
        )}
      </div>
      <div id={id}>
        {isOpen && known && known.transfers > 0 && (
          <Suspense>
            <TotalsTable sums={known} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function InlineTotals({
  totals: { transfers, balances, overall },
  hasFilters,
}: {
  totals: TransferTotals;
  hasFilters: boolean;
}) {
  const [one, many] = hasFilters ? ['match', 'matches'] : ['transfer', 'transfers'];
  const moved = balances.filter(({ completed }) => completed.transfers > 0).slice(0, MAX_INLINE_ASSETS);
  const { usd, completed, pending, failed } = overall;
  const unpriced = completed.transfers - usd.transfers;
  const apart = [
    ...(pending.transfers > 0 ? [`${formatCount(pending.transfers)} pending`] : []),
    ...(failed.transfers > 0 ? [`${formatCount(failed.transfers)} failed`] : []),
  ];
  return (
    <p className="flex min-w-0 flex-wrap gap-x-2">
      <span>
        <strong className="font-medium">{formatCount(transfers)}</strong>{' '}
        <span className="text-dim">
          {[transfers === 1 ? one : many, ...apart].join(' · ')}
          {transfers > 0 && completed.transfers === 0 && ' · none completed'}
          {moved.length > 0 && <span className="max-sm:hidden"> · net of completed</span>}
        </span>
      </span>
      {usd.transfers > 0 && (
        <span className="max-sm:hidden">
          <span className="text-dim">worth </span>
          <Money isSigned isRounded amount={usd.net} asset="USD" />
          {unpriced > 0 && <span className="text-dim"> (+ {formatCount(unpriced)} without a price)</span>}
        </span>
      )}
      {moved.map(({ asset, completed: { net } }) => (
        <span key={asset} className="max-sm:hidden">
          <span className="text-dim">· </span>
          <Money isSigned isRounded amount={net} asset={describeAsset(asset)} />
        </span>
      ))}
    </p>
  );
}
