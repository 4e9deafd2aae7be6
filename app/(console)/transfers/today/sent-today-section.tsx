import { PageSection } from '@/components/ui/panel';
import { ExpandableMoney } from '@/components/values/expandable-money';
import { readableText } from '@/components/values/untrusted-text';
import { formatCount, formatDate } from '@/lib/text/locale';
import type { AssetSent, CountedSum, DaySent } from '@/lib/transfers/figures/sent-today';

/** Shows what left today, in each asset, and what became of it. */
export function SentTodaySection({ sent: { day, zone, assets } }: { sent: DaySent }) {
  const count = assets.reduce((sum, { sent }) => sum + sent.transfers, 0);
  return (
    <PageSection
      title="Sent today"
      count={formatCount(count)}
      hint={`${formatDay(day)}, time zone ${zone.replaceAll('_', ' ')}`}
      isEmpty={count === 0}
    >
      <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
        {assets.map((asset) => (
          <li
            key={asset.asset}
            // Where the sums are in columns, the first row names them for all.
            className="grid items-baseline gap-x-4 gap-y-1 px-3 py-2 text-body md:grid-cols-[7rem_1fr] md:not-first:**:[dt]:sr-only"
          >
            <AssetName {...asset} />
            <dl className="grid grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-4">
              <Sum name="Sent" sum={asset.sent} />
              <Sum name="Completed" sum={asset.completed} />
              <Sum name="Pending" sum={asset.pending} />
              <Sum name="Failed" sum={asset.failed} />
            </dl>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function AssetName({ asset, withoutAmount }: AssetSent) {
  return (
    <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
      <bdi>{readableText(asset || 'No asset', 40)}</bdi>
      {withoutAmount > 0 && (
        <span className="block text-label font-normal text-dim">
          {formatCount(withoutAmount)} without a readable amount
        </span>
      )}
    </h3>
  );
}

function Sum({ name, sum: { transfers, amount } }: { name: string; sum: CountedSum }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-dim">{name}</dt>
      <dd>
        {transfers === 0 ? (
          <span className="text-dim">none</span>
        ) : (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <ExpandableMoney amount={amount} />
            <span className="text-label text-dim">
              {formatCount(transfers)} {transfers === 1 ? 'withdrawal' : 'withdrawals'}
            </span>
          </span>
        )}
      </dd>
    </div>
  );
}

function formatDay(day: string): string {
  return formatDate(new Date(day), { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
