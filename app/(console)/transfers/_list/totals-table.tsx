import type { ReactNode } from 'react';
import { describeAsset } from '@/app/(console)/transfers/_filters/filter-labels';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { Money } from '@/components/values/money';
import { Link } from '@/components/ui/link';
import { readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { isFiat } from '@/lib/money/format-amount';
import { formatCount } from '@/lib/text/locale';
import {
  type AssetTotal,
  type BalanceTotal,
  describeUsdBasis,
  type Flow,
  type NetFlow,
  type TransferSums,
} from '@/lib/transfers/totals';

/** The totals of a list: balance changes by asset, what is in no sum, the USD value, and amounts and fees. */
export default function TotalsTable({ sums: { totals, balances, overall } }: { sums: TransferSums }) {
  return (
    <div className="mt-1 space-y-3 overflow-y-auto rounded-panel border border-line bg-panel px-3 py-2 sm:max-h-[50dvh]">
      <p className="text-dim">
        In, out and net: balance changes of completed transfers, after fees. Pending and failed transfers are apart.
      </p>
      <DataTable label="Totals by asset" columns={BALANCE_COLUMNS} isSmall>
        <tbody className="divide-y divide-line border-t border-line">
          {balances.map((balance) => (
            <BalanceRow key={balance.asset} balance={balance} />
          ))}
        </tbody>
      </DataTable>
      {overall.usd.transfers > 0 && (
        <p>
          <span className="text-dim">USD value of completed transfers: in </span>
          <Sum amount={overall.usd.in} asset="USD" />
          <span className="text-dim">, out </span>
          <Sum amount={overall.usd.out} asset="USD" />
          <span className="text-dim">, net </span>
          <Sum isSigned amount={overall.usd.net} asset="USD" />
          <span className="text-dim">. {describeUsdBasis(overall)}; the service gives none for the others.</span>
        </p>
      )}
      <Notes balances={balances} />
      {overall.pending.transfers > 0 && (
        <p>
          <Link className="underline" href={routes.networks}>
            How long transfers take at the moment, by network
          </Link>
        </p>
      )}
      <details>
        <summary className="text-dim hover:text-ink">Completed amounts and fees</summary>
        <DataTable label="Completed amounts and fees" columns={AMOUNT_COLUMNS} isSmall>
          <tbody className="divide-y divide-line border-t border-line">
            {totals.map((total) => (
              <AmountRow key={total.asset} total={total} />
            ))}
          </tbody>
        </DataTable>
      </details>
    </div>
  );
}

const toColumns = (titles: readonly string[]) => [
  { title: 'Asset' },
  ...titles.map((title) => ({ title, isNumber: true })),
];
const BALANCE_COLUMNS = toColumns(['Completed', 'In', 'Out', 'Net', 'Pending', 'Failed', 'USD value']);
const AMOUNT_COLUMNS = toColumns(['Transfers', 'Amount in', 'Amount out', 'Fees']);

function BalanceRow({ balance: { asset, completed, pending, failed, usd } }: { balance: BalanceTotal }) {
  return (
    <Row asset={asset}>
      <NumberCell>{formatCount(completed.transfers)}</NumberCell>
      <NumberCell>
        <Sum amount={completed.in} asset={asset} />
      </NumberCell>
      <NumberCell>
        <Sum amount={completed.out} asset={asset} />
      </NumberCell>
      <NumberCell>
        <Sum isSigned amount={completed.net} asset={asset} />
      </NumberCell>
      <NumberCell>
        <Apart flow={pending} asset={asset} />
      </NumberCell>
      <NumberCell>
        <Apart flow={failed} asset={asset} />
      </NumberCell>
      <NumberCell>
        <UsdValue usd={usd} of={completed.transfers} />
      </NumberCell>
    </Row>
  );
}

function AmountRow({ total: { asset, completed } }: { total: AssetTotal }) {
  return (
    <Row asset={asset}>
      <NumberCell>{formatCount(completed.transfers)}</NumberCell>
      {[completed.amountIn, completed.amountOut, completed.fee].map((amount, index) => (
        <NumberCell key={index}>
          <Sum isExact amount={amount} asset={asset} />
        </NumberCell>
      ))}
    </Row>
  );
}

function Row({ asset, children }: { asset: string; children: ReactNode }) {
  return (
    <tr>
      <TextCell isRowTitle>
        <bdi className="font-medium">{describeAsset(asset)}</bdi>
      </TextCell>
      {children}
    </tr>
  );
}

interface SumProps {
  amount: string;
  asset: string;
  isSigned?: boolean;
  /** With every digit, but for fiat, whose fractions of a cent come from conversions. */
  isExact?: boolean;
}

/** A sum, rounded: every digit is in its title, and read to screen readers. */
function Sum({ amount, asset, isSigned = false, isExact = false }: SumProps) {
  const isRounded = !isExact || isFiat(asset);
  return <Money amount={readableText(amount, 200)} unit={asset} isSigned={isSigned} isRounded={isRounded} />;
}

/** The transfers of a status that no balance change contains: their number, and what would come in and go out. */
function Apart({ flow, asset }: { flow: Flow; asset: string }) {
  if (flow.transfers === 0) return <span className="text-dim">none</span>;
  return (
    <>
      {formatCount(flow.transfers)}
      {[flow.in, flow.out].map(
        (amount, index) =>
          amount !== '0' && (
            <span key={index}>
              <span className="text-dim">{index === 0 ? ', in ' : ', out '}</span>
              <Sum amount={amount} asset={asset} />
            </span>
          ),
      )}
    </>
  );
}

function UsdValue({ usd, of }: { usd: NetFlow; of: number }) {
  if (usd.transfers === 0) return <span className="text-dim">none given</span>;
  return (
    <>
      <Sum isSigned amount={usd.net} asset="USD" />
      {usd.transfers < of && (
        <span className="text-dim">
          {' '}
          ({formatCount(usd.transfers)} of {formatCount(of)})
        </span>
      )}
    </>
  );
}

/** The transfers that no sum contains, by asset. */
function Notes({ balances }: { balances: readonly BalanceTotal[] }) {
  const notes = balances.flatMap(({ asset, other, withoutTotal }) => [
    ...(other > 0 ? [{ asset, count: other, reason: 'with another status or direction' }] : []),
    ...(withoutTotal > 0 ? [{ asset, count: withoutTotal, reason: 'without a readable total' }] : []),
  ]);
  if (notes.length === 0) return null;
  return (
    <ul aria-label="In no sum" className="text-warn">
      {notes.map(({ asset, count, reason }) => (
        <li key={`${asset} ${reason}`}>
          <bdi>{describeAsset(asset)}</bdi>: {formatCount(count)} {count === 1 ? 'transfer' : 'transfers'} {reason}, in
          no sum.
        </li>
      ))}
    </ul>
  );
}
