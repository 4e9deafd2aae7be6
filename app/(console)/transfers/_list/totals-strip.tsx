'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { assetWords } from '@/app/(console)/transfers/_filters/filter-labels';
import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';
import type { TransferTotals } from '@/lib/transfers/transfer';

const TotalsTable = lazy(() => import('@/app/(console)/transfers/_list/totals-table'));

const MOST_IN_A_LINE = 3;

/** How many transfers fit, and the sum of each asset, in a line; by asset in a table that opens below it. */
export function TotalsStrip({
  totals,
  isNarrowed,
}: {
  totals: TransferTotals | Error | undefined;
  isNarrowed: boolean;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const known = totals instanceof Error ? undefined : totals;
  const all = known?.totals ?? [];
  const rest = all.length - MOST_IN_A_LINE;
  return (
    <section aria-label="Totals" aria-busy={totals === undefined} className="mb-3 text-xs">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {known ? (
          <>
            <p>
              <strong className="font-medium">{known.transfers.toLocaleString('en-GB')}</strong>{' '}
              <span className="text-dim">
                {isNarrowed
                  ? known.transfers === 1
                    ? 'matches'
                    : 'match'
                  : known.transfers === 1
                    ? 'transfer'
                    : 'transfers'}
              </span>
            </p>
            {all.slice(0, MOST_IN_A_LINE).map(({ asset, amount }) => (
              <AmountText key={asset} amount={readableText(amount, 125)} asset={assetWords(asset)} />
            ))}
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
          </>
        ) : (
          <p className="text-dim">
            {totals ? 'The totals could not be read; the list below is not affected.' : 'Adding up…'}
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
