import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { LINE, ROW, type RowsLook } from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { ItemAmount } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import { Recipient } from '@/components/withdrawals/recipient';
import { type BatchItem, sumByAsset } from '@/lib/requests/bundles/batches';
import { formatCount } from '@/lib/text/locale';

interface RecipientHeadProps {
  items: readonly BatchItem[];
  look: RowsLook;
  isMarked?: boolean;
  /** False where some of the rows are not paid, so that their sum says nothing. */
  hasSum?: boolean;
  /** The recipient; by default their name, or their address shortened. */
  to?: ReactNode;
  /** True where that is a whole address, above the number of payments. */
  isToWide?: boolean;
}

/** Shows the recipient of several rows once, above them, with their sum above their amounts. */
export function RecipientHead({
  items,
  look,
  isMarked = false,
  hasSum = true,
  to,
  isToWide = false,
}: RecipientHeadProps) {
  const [first] = items;
  if (!first) return null;
  const totals = hasSum ? sumByAsset(items.map(({ body }) => body)) : [];
  return (
    <li className={clsx(ROW, 'border-b-0 pt-2 text-dim @min-[680px]/rows:pt-0', isMarked && 'bg-accent-soft')}>
      <span
        className={clsx(
          'col-span-2 col-start-2 row-start-1 min-w-0 text-ink [overflow-wrap:anywhere] @min-[680px]/rows:col-start-5',
          !isToWide && '@min-[680px]/rows:col-span-1',
          LINE,
        )}
      >
        {to ?? <Recipient item={first} />}
      </span>
      <span className="col-span-2 col-start-2 flex flex-wrap items-baseline gap-x-2 @min-[680px]/rows:contents">
        <span
          className={clsx(
            'text-label',
            isToWide
              ? '@min-[680px]/rows:col-start-5 @min-[680px]/rows:row-start-2'
              : '@min-[680px]/rows:col-start-6 @min-[680px]/rows:row-start-1',
            LINE,
          )}
        >
          {formatCount(items.length)} payments
        </span>
        {/* Their columns; of several assets, a line for each. */}
        {totals.map(({ asset, total }, index) => (
          <span key={asset} className="@min-[680px]/rows:contents">
            <span
              style={{ gridRowStart: index + 1 }}
              className={clsx('@min-[680px]/rows:col-start-2 @min-[680px]/rows:text-right', LINE)}
            >
              <ItemAmount amount={total} asset={asset} decimals={look.decimals} />
            </span>{' '}
            <span
              style={{ gridRowStart: index + 1 }}
              className={clsx('@min-[680px]/rows:col-start-3', !look.hasAssets && '@min-[680px]/rows:hidden', LINE)}
            >
              {asset}
            </span>
          </span>
        ))}
      </span>
    </li>
  );
}
