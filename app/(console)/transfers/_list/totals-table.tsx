import { describeAsset } from '@/app/(console)/transfers/_filters/filter-labels';
import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import type { AssetTotal } from '@/lib/transfers/transfer';

/** The sums of each asset as a table. */
export default function TotalsTable({ totals }: { totals: readonly AssetTotal[] }) {
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
                <bdi>{describeAsset(asset)}</bdi>
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
