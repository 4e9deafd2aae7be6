import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { LINE, ROW } from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { Money } from '@/components/values/money';
import { Recipient } from '@/components/withdrawals/recipient';
import { type BatchItem, sumByAsset } from '@/lib/requests/bundles/batches';
import { formatCount } from '@/lib/text/locale';

interface RecipientHeadProps {
  items: readonly BatchItem[];
  isMarked?: boolean;
  /** False where some of the rows are not paid, so that their sum says nothing. */
  hasSum?: boolean;
  /** The recipient; by default their name, or their address shortened. */
  to?: ReactNode;
  /** True where that is a whole address, above the number of payments. */
  isToWide?: boolean;
}

/** Shows the recipient of several rows once, above them, with their sum. */
export function RecipientHead({ items, isMarked = false, hasSum = true, to, isToWide = false }: RecipientHeadProps) {
  const [first] = items;
  if (!first) return null;
  const totals = hasSum ? sumByAsset(items.map(({ body }) => body)) : [];
  return (
    <li className={clsx(ROW, 'border-b-0 pt-2 @min-[680px]/rows:pt-0', isMarked && 'bg-accent-soft')}>
      <span className="@min-[680px]/rows:col-span-4" />
      <span
        className={clsx(
          'col-span-2 min-w-0 [overflow-wrap:anywhere]',
          isToWide ? '@min-[680px]/rows:pt-2' : ['@min-[680px]/rows:col-span-1', LINE],
        )}
      >
        {to ?? <Recipient item={first} />}
      </span>
      <span
        className={clsx(
          'col-span-2 col-start-2 text-label text-dim',
          isToWide ? '@min-[680px]/rows:col-start-5' : ['@min-[680px]/rows:col-start-6', LINE],
        )}
      >
        {formatCount(items.length)} payments
        {totals.map(({ asset, total }) => (
          <span key={asset} className="inline-block pl-1.5 text-ink">
            <Money amount={total} asset={asset} />
          </span>
        ))}
      </span>
    </li>
  );
}
