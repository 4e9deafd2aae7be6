import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
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
      <DataTable label="Sent today" columns={COLUMNS}>
        <tbody className="divide-y divide-line border-t border-line">
          {assets.map((asset) => (
            <tr key={asset.asset}>
              <TextCell isRowTitle>
                <AssetName {...asset} />
              </TextCell>
              <SumCell sum={asset.sent} />
              <SumCell sum={asset.completed} of={asset.sent} />
              <SumCell sum={asset.pending} of={asset.sent} />
              <SumCell sum={asset.failed} of={asset.sent} />
            </tr>
          ))}
        </tbody>
      </DataTable>
    </PageSection>
  );
}

const COLUMNS = [
  { title: 'Asset' },
  { title: 'Sent', isNumber: true },
  { title: 'Completed', isNumber: true },
  { title: 'Pending', isNumber: true },
  { title: 'Failed', isNumber: true },
];

function AssetName({ asset, withoutAmount }: AssetSent) {
  return (
    <>
      <bdi className="leading-7 font-medium">{readableText(asset || 'No asset', 40)}</bdi>
      {withoutAmount > 0 && (
        <span className="block text-label text-dim">{formatCount(withoutAmount)} without a readable amount</span>
      )}
    </>
  );
}

/** A sum, and how many it is of those that were sent; empty where it is none. */
function SumCell({ sum: { transfers, amount }, of }: { sum: CountedSum; of?: CountedSum }) {
  return (
    <NumberCell>
      {transfers > 0 && (
        <>
          <span className="mr-2 text-label text-dim">
            {of === undefined && `${formatCount(transfers)} ${transfers === 1 ? 'withdrawal' : 'withdrawals'}`}
            {of !== undefined && (transfers === of.transfers ? 'all' : formatCount(transfers))}
          </span>
          <ExpandableMoney amount={amount} isColumn />
        </>
      )}
    </NumberCell>
  );
}

function formatDay(day: string): string {
  return formatDate(new Date(day), { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
