import { describeAsset } from '@/app/(console)/transfers/_filters/filter-labels';
import { Money } from '@/components/values/money';
import { formatCount } from '@/lib/text/locale';
import type { TransferTotals } from '@/lib/transfers/transfer';

/** The number of transfers that match, of which status some are, and their net. */
export default function InlineTotals({ totals: { transfers, balances, overall } }: { totals: TransferTotals }) {
  const { usd } = overall;
  const [only, ...others] = balances.filter(({ completed }) => completed.transfers > 0);
  const counts = [
    `${formatCount(transfers)} ${transfers === 1 ? 'match' : 'matches'}`,
    // Where all of them are, a filter says so.
    ...(['pending', 'failed'] as const)
      .filter((status) => overall[status].transfers > 0 && overall[status].transfers < transfers)
      .map((status) => `${formatCount(overall[status].transfers)} ${status}`),
  ];
  return (
    <p className="ml-1 flex flex-wrap gap-x-3 text-label">
      <span>{counts.join(' · ')}</span>
      {only && others.length === 0 && (
        <span className="max-sm:hidden">
          <span className="text-dim">Net </span>
          <Money isSigned isRounded amount={only.completed.net} asset={describeAsset(only.asset)} />
        </span>
      )}
      {others.length > 0 && usd.transfers > 0 && (
        <span className="max-sm:hidden">
          <span className="text-dim">Net value </span>
          <Money isSigned isRounded amount={usd.net} asset="USD" />
        </span>
      )}
    </p>
  );
}
