import { TravelRuleNotice } from '@/components/transfers/travel-rule-notice';
import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { FixedAmountAfter } from '@/components/withdrawals/fixed-amount-sentence';
import { UnconfirmedFields } from '@/components/withdrawals/unconfirmed-fields';
import { Time } from '@/components/values/time';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { explorerTransactionUrl } from '@/lib/networks/networks';
import type { RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';
import { theService } from '@/lib/text/service-name';
import { nameConfirmation } from '@/lib/transfers/confirmation';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { Transfer } from '@/lib/transfers/transfer';
import { explainTravelRuleHold } from '@/lib/transfers/travel-rule';

/** Shows the service's own record of this withdrawal, as last seen; nothing where there is none yet. */
export function TransferPanel({
  request: { body, cost, transfer, transferId, transferSeenAt, unconfirmedFields },
}: {
  request: RequestView;
}) {
  if (!transfer || transferId === null) return null;
  const hold = explainTravelRuleHold(transfer, body.beneficiary ?? null);
  return (
    <section aria-label={`Transfer at ${theService()}`} className="space-y-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-body">
        <h2>Transfer at {theService()}</h2>
        <span className="flex gap-4 text-body print:hidden">
          <Link className="underline" href={routes.transfer(transferId)}>
            Open transfer
          </Link>
          <Link className="underline" href={routes.confirmation(transferId)}>
            {nameConfirmation(transfer.status).page}
          </Link>
        </span>
      </div>
      {/* What became of a failure is at the top of the page. */}
      {cost && transfer.status !== 'FAILED' && (
        <div>
          <FixedAmountAfter body={body} cost={cost} status={transfer.status} />
        </div>
      )}
      {hold && <TravelRuleNotice explanation={hold} />}
      <TransferFacts
        transfer={transfer}
        transferId={transferId}
        seenAt={transferSeenAt}
        hasCost={cost !== null}
        hasReasons={!hold}
      />
      <UnconfirmedFields fields={unconfirmedFields} />
    </section>
  );
}

function TransferFacts({
  transfer,
  transferId,
  seenAt,
  hasCost,
  hasReasons,
}: {
  transfer: Transfer;
  transferId: string;
  seenAt: string | null;
  /** True where a sentence says the amounts already. */
  hasCost: boolean;
  /** False where a notice says them. */
  hasReasons: boolean;
}) {
  const { reasons } = describeStatus(transfer);
  const hasFailed = transfer.status === 'FAILED';
  return (
    <Facts>
      <Fact name="Reason">
        {/* Those of a failure are at the top of the page. */}
        {hasReasons && !hasFailed && reasons.map((reason) => <p key={reason}>{reason}</p>)}
      </Fact>
      {!hasCost && (
        <>
          <Fact name={hasFailed ? 'Amount' : 'Recipient gets'}>
            <Money amount={transfer.amount} asset={transfer.asset} />
          </Fact>
          <Fact name="Fee">
            <Money amount={transfer.fee} asset={transfer.asset} />
          </Fact>
          <Fact name={hasFailed ? 'Total' : 'Balance falls by'}>
            <Money amount={transfer.total} asset={transfer.balance_asset ?? transfer.asset} />
          </Fact>
        </>
      )}
      <Fact name="Transfer ID">
        <span className="font-mono">{transferId}</span> <CopyButton text={transferId} what="transfer ID" />
      </Fact>
      <Fact name="Transaction">{transfer.crypto_tx_hash && <Transaction transfer={transfer} />}</Fact>
      <Fact name="Last seen">{seenAt && <Time iso={seenAt} withSeconds />}</Fact>
    </Facts>
  );
}

function Transaction({ transfer: { crypto_tx_hash: hash = '', crypto_network: network } }: { transfer: Transfer }) {
  const explorer = network ? explorerTransactionUrl(network, hash) : undefined;
  return (
    <>
      <Address address={hash} /> <CopyButton text={hash} what="transaction hash" />{' '}
      {explorer !== undefined && (
        <a className="underline" href={explorer} target="_blank" rel="noreferrer noopener">
          View in block explorer
        </a>
      )}
    </>
  );
}
