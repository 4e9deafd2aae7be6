import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { LINE, Recipient, ROW, type RowsLook } from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { ItemAmount } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { RecipientGroup } from '@/lib/requests/bundles/recipient-groups';
import { formatCount } from '@/lib/text/locale';

interface RecipientHeadProps extends Pick<RecipientGroup<BatchItem>, 'items' | 'totals'> {
  look: RowsLook;
  /** The recipient; by default their name, or their address shortened. */
  to?: ReactNode;
}

/** Shows the recipient of several rows once, above them, with their sum. */
export function RecipientHead({ items, totals, look: { decimals, hasAssets }, to }: RecipientHeadProps) {
  const [first] = items;
  if (!first) return null;
  return (
    <li className={clsx(ROW, 'border-b-0 pt-2 @min-[680px]/rows:pt-0')}>
      <span />
      <span className="min-w-0 overflow-x-auto @min-[680px]/rows:contents">
        <strong className={clsx('font-semibold @min-[680px]/rows:text-right', LINE)}>
          {totals.map(({ asset, total }) => (
            <span key={asset} className="block">
              <ItemAmount amount={total} decimals={decimals} />
              {hasAssets && <span className="font-normal text-dim @min-[680px]/rows:hidden"> {asset}</span>}
            </span>
          ))}
        </strong>
        <span className={clsx('text-dim @max-[680px]/rows:hidden', !hasAssets && 'invisible', LINE)}>
          {totals.map(({ asset }) => (
            <span key={asset} className="block">
              {asset}
            </span>
          ))}
        </span>
      </span>
      <span className="@max-[680px]/rows:hidden" />
      <span
        className={clsx(
          'col-start-2 row-start-2 min-w-0 [overflow-wrap:anywhere] @min-[680px]/rows:col-auto',
          LINE,
          IN_PLACE,
        )}
      >
        {to ?? <Recipient item={first} />}
      </span>
      <span className={clsx('text-label text-dim', LINE)}>{formatCount(items.length)} payments</span>
    </li>
  );
}

const IN_PLACE = '@min-[680px]/rows:row-auto';
