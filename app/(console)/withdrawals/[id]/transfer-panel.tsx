import { AmountText } from '@/components/values/amount';
import { FixedAmountAfter } from '@/components/withdrawals/fixed-amount-sentence';
import { Time } from '@/components/values/time';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { explorerTransactionUrl } from '@/lib/networks/networks';
import type { RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';
import { describeStatus } from '@/lib/transfers/describe-status';

/** The service's own record of this withdrawal, as last seen. */
export function TransferPanel({
  request: { body, cost, transfer, transferId, transferSeenAt },
}: {
  request: RequestView;
}) {
  if (!transfer || transferId === null) return null;
  const { label, tone, reasons } = describeStatus(transfer);
  const hasFailed = transfer.status === 'FAILED';
  const explorer =
    transfer.crypto_tx_hash && transfer.crypto_network
      ? explorerTransactionUrl(transfer.crypto_network, transfer.crypto_tx_hash)
      : undefined;
  return (
    <Panel
      title="Transfer at the service"
      aside={
        <Link className="text-sm underline" href={routes.transfer(transferId)}>
          Open transfer
        </Link>
      }
    >
      {cost && (
        <div className="mb-4">
          <FixedAmountAfter body={body} cost={cost} status={transfer.status} />
        </div>
      )}
      <Facts>
        <Fact name="Status">
          <StatusMark tone={tone} label={label} />
          {reasons.map((reason) => (
            <p key={reason} className="text-sm">
              {reason}
            </p>
          ))}
        </Fact>
        <Fact name={hasFailed ? 'Amount' : 'Recipient gets'}>
          <AmountText amount={transfer.amount} asset={transfer.asset} />
        </Fact>
        <Fact name="Fee">
          <AmountText amount={transfer.fee} asset={transfer.asset} />
        </Fact>
        <Fact name={hasFailed ? 'Total' : 'Balance falls by'}>
          <AmountText amount={transfer.total} asset={transfer.balance_asset ?? transfer.asset} />
        </Fact>
        <Fact name="Transfer ID">
          <span className="font-mono">{transferId}</span> <CopyButton text={transferId} what="transfer ID" />
        </Fact>
        <Fact name="Transaction">
          {transfer.crypto_tx_hash && (
            <>
              <span className="font-mono">{transfer.crypto_tx_hash}</span>{' '}
              <CopyButton text={transfer.crypto_tx_hash} what="transaction hash" />{' '}
              {explorer !== undefined && (
                <a className="underline" href={explorer} target="_blank" rel="noreferrer noopener">
                  Block explorer
                </a>
              )}
            </>
          )}
        </Fact>
        <Fact name="Last seen">{transferSeenAt && <Time iso={transferSeenAt} withSeconds />}</Fact>
      </Facts>
    </Panel>
  );
}
