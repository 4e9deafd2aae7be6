import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { describeTimes, type PaidTo } from '@/lib/recipients/adoption';

const MAX_ASSETS = 3;

/** How often, when last and how much a recipient was paid, in each asset; nothing where that is not known. */
export function PaidBefore({ paid }: { paid: PaidTo | undefined }) {
  if (!paid) return null;
  const more = paid.amounts.length - MAX_ASSETS;
  return (
    <div className="text-label text-dim">
      <p>
        {describeTimes(paid)}, last <Time iso={paid.lastAt} />
      </p>
      <ul>
        {paid.amounts.slice(0, MAX_ASSETS).map(({ asset, amount }) => (
          <li key={asset}>
            {/* Of more payments than are counted. */}
            {paid.isAtLeast && 'at least '}
            <Money amount={amount} asset={asset} isRounded />
          </li>
        ))}
        {more > 0 && (
          <li>
            {more} more {more === 1 ? 'asset' : 'assets'}
          </li>
        )}
      </ul>
    </div>
  );
}
