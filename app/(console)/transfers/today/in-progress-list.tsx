import type { ReactNode } from 'react';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { shortenId } from '@/components/values/short-id';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Money } from '@/components/values/money';
import { describeType } from '@/components/transfers/describe-type';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { formatDuration } from '@/lib/text/duration';
import { describeDelay, describeTypicalDuration } from '@/lib/transfers/figures/typical-duration';
import type { InProgressTransfer, PendingTransfer } from '@/lib/requests/list/in-progress';
import { networkLabel } from '@/lib/networks/networks';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';
import { theService } from '@/lib/text/service-name';
import { describeStatus } from '@/lib/transfers/describe-status';

/** The transfers and requests in progress, each with its age and a link. */
export function InProgressList({ items }: { items: readonly InProgressTransfer[] }) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {items.map((item) => (
        <li key={item.kind === 'transfer' ? item.pending.transfer.id : item.request.id}>
          {item.kind === 'transfer' ? (
            <TransferLine pending={item.pending} />
          ) : (
            <RequestLine request={item.request} ageMs={item.ageMs} />
          )}
        </li>
      ))}
    </ul>
  );
}

function TransferLine({ pending: { transfer, ageMs, typical, requestId } }: { pending: PendingTransfer }) {
  const { reasons } = describeStatus(transfer);
  const delay = describeDelay(ageMs, typical);
  const duration = describeTypicalDuration(typical) ?? 'too few like it to know what is usual';
  return (
    <Line
      href={requestId === null ? routes.transfer(transfer.id) : routes.withdrawal(requestId)}
      ageMs={ageMs}
      reference={transfer.ref_id ?? transfer.id}
      amount={
        <>
          <DirectionSign direction={transfer.direction} />
          <Money amount={transfer.amount ?? '?'} asset={transfer.asset} isRounded isColumn />
        </>
      }
      what={
        <>
          <bdi>{describeType(transfer.type)}</bdi>
          {transfer.crypto_network !== undefined && ` · ${readableText(networkLabel(transfer.crypto_network), 40)}`}
          {transfer.recipient && (
            <>
              {' · to '}
              <UntrustedText text={transfer.recipient.name} limit={60} />
            </>
          )}
        </>
      }
    >
      <StatusMark
        tone="waiting"
        label={delay === undefined ? `Pending at ${theService()}` : <span className="text-warn">{delay}</span>}
      />
      {reasons.map((reason, index) => (
        <span key={index} className="block text-label">
          <UntrustedText text={reason} limit={200} />
        </span>
      ))}
      {delay === undefined && <span className="block text-label text-dim">{duration}</span>}
    </Line>
  );
}

function RequestLine({ request, ageMs }: { request: RequestSummary; ageMs: number }) {
  const { body, requesterName, recipientName } = request;
  return (
    <Line
      href={routes.withdrawal(request.id)}
      ageMs={ageMs}
      reference={request.refId}
      amount={
        <>
          <DirectionSign direction="DEBIT" />
          <FixedMoney body={body} isRounded isColumn />
        </>
      }
      what={
        <>
          Requested by <UntrustedText text={requesterName} limit={60} /> · {networkLabel(body.crypto_network)}
          {recipientName !== null && (
            <>
              {' · to '}
              <UntrustedText text={recipientName} limit={60} />
            </>
          )}
        </>
      }
    >
      <StatusMark {...describeRequest(request)} />
    </Line>
  );
}

interface LineProps {
  href: string;
  ageMs: number;
  reference: string;
  amount: ReactNode;
  what: ReactNode;
  /** The status. */
  children: ReactNode;
}

function Line({ href, ageMs, reference, amount, what, children }: LineProps) {
  const shown = readableText(reference, 80);
  return (
    <Link
      href={href}
      className="grid grid-cols-2 items-baseline gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.4fr)]"
    >
      <span className="text-dim">
        <span className="sr-only">for </span>
        {formatDuration(ageMs)}
      </span>
      <span title={shown} className="truncate font-mono max-md:text-right">
        <bdi>{shortenId(shown)}</bdi>
      </span>
      <span className="md:text-right">{amount}</span>
      <span className="truncate text-dim max-md:text-right">{what}</span>
      <span className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-2">{children}</span>
    </Link>
  );
}
