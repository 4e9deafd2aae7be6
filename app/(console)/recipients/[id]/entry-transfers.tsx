import { Money } from '@/components/values/money';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import type { RecipientSummary } from '@/lib/recipients/recipients';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

interface EntryTransfersProps {
  entry: RecipientSummary;
  /** The withdrawals that the page lists: their transfers are not listed again. */
  requests: readonly RequestSummary[];
  transfers: readonly TransferRow[];
}

/** The latest transfers to an entry beside those of its withdrawals, and a link to all transfers to its address. */
export function EntryTransfers({ entry, requests, transfers }: EntryTransfersProps) {
  const listed = new Set(requests.map(({ refId }) => refId));
  const others = transfers.filter(({ ref_id }) => ref_id === undefined || !listed.has(ref_id));
  return (
    <section aria-label="Transfers to this recipient">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-body text-dim">
        <h2 className="text-heading font-semibold text-ink">
          {others.length < transfers.length ? 'Other transfers' : 'Latest transfers'} to this recipient
        </h2>
        <Link className="underline" href={routes.transfersTo(entry.address, entry.network)}>
          {entry.memo === null ? 'All transfers to this address' : 'All transfers to this address, with any memo'}
        </Link>
      </div>
      {others.length > 0 ? (
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel text-body">
          {others.map((transfer) => (
            <li key={transfer.id}>
              <TransferLine transfer={transfer} />
            </li>
          ))}
        </ul>
      ) : (
        <Panel>
          <p className="text-dim">
            {transfers.length > 0 ? 'No other transfers to this recipient.' : 'No transfers to this recipient yet.'}
          </p>
        </Panel>
      )}
    </section>
  );
}

function TransferLine({ transfer }: { transfer: TransferRow }) {
  const { id, ref_id, amount, asset, direction, created_at } = transfer;
  const { label, tone } = describeStatus(transfer);
  return (
    <Link
      href={routes.transfer(id)}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-control px-3 py-2 hover:bg-soft/60"
    >
      <bdi className="min-w-0 grow basis-40 truncate font-mono">{readableText(ref_id ?? id, 100)}</bdi>{' '}
      <span className="text-right">
        <DirectionSign direction={direction} />
        {amount === undefined ? 'no amount' : <Money amount={amount} asset={asset} />}
      </span>{' '}
      <StatusMark tone={tone} label={readableText(label, 40)} />{' '}
      <span className="text-label text-dim">
        {created_at === undefined || Number.isNaN(Date.parse(created_at)) ? 'no date' : <Time iso={created_at} />}
      </span>
    </Link>
  );
}
