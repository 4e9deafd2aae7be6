import { AmountText } from '@/components/values/amount';
import { Time } from '@/components/values/time';
import { describeTimes, type PaidTo } from '@/lib/recipients/adoption';

const MAX_ASSETS = 4;

/** How often, when last and how much a recipient was paid, in each asset; nothing where that is not known. */
export function PaidBefore({ paid }: { paid: PaidTo | undefined }) {
  if (!paid) return null;
  const more = paid.amounts.length - MAX_ASSETS;
  return (
    <div className="text-label text-dim">
      <p>
        {describeTimes(paid)}, last on <Time iso={paid.lastAt} />
      </p>
      {paid.amounts.length > 0 && (
        <p>
          {paid.isAtLeast && 'At least '}
          {paid.amounts.slice(0, MAX_ASSETS).map(({ asset, amount }, index) => (
            <span key={asset}>
              {index > 0 && ', '}
              <AmountText amount={amount} asset={asset} />
            </span>
          ))}
          {more > 0 && ` and ${more} more ${more === 1 ? 'asset' : 'assets'}`}
        </p>
      )}
    </div>
  );
}
