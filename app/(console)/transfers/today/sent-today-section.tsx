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
      {/* Not over the width of a screen: a row is read across. */}
      <div className="max-w-lines">
        <DataTable label="Sent today" columns={COLUMNS}>
          <tbody className="divide-y divide-line border-t border-line">
            {assets.map((asset) => (
              <tr key={asset.asset}>
                <TextCell isRowTitle>
                  <AssetName {...asset} />
                </TextCell>
                <NumberCell className={COUNT}>{formatCount(asset.sent.transfers)}</NumberCell>
                <SumCell asset={asset.asset} sum={asset.sent} />
                <SumCell asset={asset.asset} sum={asset.completed} of={asset.sent} />
                <SumCell asset={asset.asset} sum={asset.pending} of={asset.sent} />
                <SumCell asset={asset.asset} sum={asset.failed} of={asset.sent} />
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
    </PageSection>
  );
}

const COLUMNS = [
  { title: 'Asset' },
  { title: 'Count', isNumber: true },
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

// As tall as an amount beside it (expandable-money.tsx).
const COUNT = 'leading-7';

/** A sum, and how many it is of those that were sent, where it is some of them; a dash for none. */
function SumCell({ sum: { transfers, amount }, asset, of }: { sum: CountedSum; asset: string; of?: CountedSum }) {
  if (transfers === 0)
    return (
      <NumberCell className={`${COUNT} text-dim`}>
        <span aria-hidden className="font-mono md:pr-[5ch]">
          –
        </span>
        <span className="sr-only">none</span>
      </NumberCell>
    );
  return (
    <NumberCell>
      {of !== undefined && transfers < of.transfers && (
        <span className="mr-2 text-label text-dim">
          {formatCount(transfers)} of {formatCount(of.transfers)}
        </span>
      )}
      <ExpandableMoney amount={amount} unit={asset} isColumn />
    </NumberCell>
  );
}

function formatDay(day: string): string {
  return formatDate(new Date(day), { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
