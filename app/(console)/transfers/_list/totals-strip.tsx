'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { describeAsset } from '@/app/(console)/transfers/_filters/filter-labels';
import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';
import type { TransferTotals } from '@/lib/transfers/transfer';

const TotalsTable = lazy(() => import('@/app/(console)/transfers/_list/totals-table'));

const MAX_INLINE_ASSETS = 3;

/** The number of matching transfers and the sums of the first assets in a line, with a table of all assets below. */
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
  const all = known?.totals ?? [];
  const rest = all.length - MAX_INLINE_ASSETS;
  return (
    <section aria-label="Totals" aria-busy={totals === undefined} className="mb-3 text-xs">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {known && <InlineTotals totals={known} hasFilters={hasFilters} />}
        {all.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className={buttonClass('quiet', 'min-h-7 gap-1 px-1.5 py-0.5 text-xs')}
          >
            {rest > 0 ? `and ${rest} more` : 'Totals by asset'}
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
        {isOpen && all.length > 0 && (
          <Suspense>
            <TotalsTable totals={all} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function InlineTotals({ totals: { transfers, totals }, hasFilters }: { totals: TransferTotals; hasFilters: boolean }) {
  const [one, many] = hasFilters ? ['match', 'matches'] : ['transfer', 'transfers'];
  return (
    <>
      <p>
        <strong className="font-medium">{transfers.toLocaleString('en-GB')}</strong>{' '}
        <span className="text-dim">{transfers === 1 ? one : many}</span>
      </p>
      {totals.slice(0, MAX_INLINE_ASSETS).map(({ asset, amount }) => (
        <AmountText key={asset} amount={readableText(amount, 125)} asset={describeAsset(asset)} />
      ))}
    </>
  );
}
