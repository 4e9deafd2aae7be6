'use client';

import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { TransferTotals } from '@/lib/transfers/transfer';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const InlineTotals = lazyWithRetry(() => import('@/app/(console)/transfers/_list/inline-totals'));
const TotalsTable = lazyWithRetry(() => import('@/app/(console)/transfers/_list/totals-table'));

/** The numbers of transfers and what they come to, in the head of the list; the totals of each asset open below it. */
export function TotalsStrip({
  totals,
  hasFilters,
}: {
  totals: TransferTotals | Error | undefined;
  hasFilters: boolean;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const known = totals instanceof Error || totals?.transfers === 0 ? undefined : totals;
  return (
    <section aria-label="Totals" aria-busy={totals === undefined} className="contents text-label">
      {totals instanceof Error && (
        <p className="text-dim">The totals could not be loaded. The list below is not affected.</p>
      )}
      {/* Under filters a line of its own, which is there before the totals are: the rows below stay where they are. */}
      <div className={hasFilters ? 'order-last flex h-6 basis-full items-center gap-1.5' : 'contents'}>
        {/* Of all transfers together, a net says nothing; they are counted beside the totals. */}
        {known && hasFilters && (
          <Suspense>
            <InlineTotals totals={known} />
          </Suspense>
        )}
        {known && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="inline-flex h-6 items-center gap-1 rounded-control px-1.5 text-label text-dim hover:bg-soft hover:text-ink"
          >
            Totals<span className="sr-only"> by asset</span>
            <ChevronDown aria-hidden className={isOpen ? 'size-3 rotate-180' : 'size-3'} />
          </button>
        )}
      </div>
      <div id={id} className="order-last min-w-0 basis-full text-label empty:hidden">
        {isOpen && known && (
          <Suspense>
            <TotalsTable sums={known} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
