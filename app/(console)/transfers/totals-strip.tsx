'use client';

import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { AmountText } from '@/components/amount';
import { readableText } from '@/components/foreign-text';
import { buttonClass } from '@/components/ui/button';
import type { AssetTotal, TransferTotals } from '@/lib/transfers';

const MOST_IN_A_LINE = 3;

/** How many transfers fit, and the sum of each asset, in a line; by asset in a table that opens below it. */
export function TotalsStrip({ totals, isNarrowed }: { totals: TransferTotals | Error | undefined; isNarrowed: boolean }) {
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
              <span className="text-dim">{isNarrowed ? (known.transfers === 1 ? 'matches' : 'match') : known.transfers === 1 ? 'transfer' : 'transfers'}</span>
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
          <p className="text-dim">{totals ? 'The totals could not be read; the list below is not affected.' : 'Adding up…'}</p>
        )}
      </div>
      <div id={id}>{isOpen && all.length > 0 && <TotalsTable totals={all} />}</div>
    </section>
  );
}

function TotalsTable({ totals }: { totals: readonly AssetTotal[] }) {
  return (
    <div className="mt-1 max-w-4xl overflow-x-auto rounded-panel border border-line bg-panel px-3 py-1.5">
      <table aria-label="Totals by asset" className="w-full text-right">
        <thead className="text-dim">
          <tr>
            <th className="py-1 text-left font-normal">Asset</th>
            {['Transfers', 'Amount', 'Fee', 'Total'].map((title) => (
              <th key={title} className="py-1 pl-4 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ asset, transfers, amount, fee, total }) => (
            <tr key={asset} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-medium">
                <bdi>{assetWords(asset)}</bdi>
              </th>
              <td className="py-1 pl-4">{transfers.toLocaleString('en-GB')}</td>
              {[amount, fee, total].map((sum, index) => (
                <td key={index} className="py-1 pl-4">
                  <AmountText amount={readableText(sum, 125)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function assetWords(asset: string): string {
  return asset === '' ? 'of no asset' : readableText(asset, 40);
}
