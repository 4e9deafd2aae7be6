import type { ReactNode } from 'react';
import { Money } from '@/components/values/money';
import { LeavingTime } from '@/components/values/leaving-time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { SignatureSlots } from '@/components/withdrawals/signature-lines';
import { AmountCell, RecipientCell } from '@/components/withdrawals/withdrawal-cells';
import type { UsdValue } from '@/lib/money/usd-value';
import { formatDuration } from '@/lib/text/duration';
import type { QueueItem, InProgressItem } from '@/lib/requests/queue';
import { describeGroupNeeds } from '@/lib/policy/describe-rule';
import { labelFirstPayment } from '@/lib/risk/first-payment';
import { describeRequest } from '@/lib/requests/request-view';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { routes } from '@/lib/http/routes';
import { TheService } from '@/lib/text/service-name';

const EXPIRES_SOON_MS = 60 * 60_000;

const COLUMNS =
  'grid gap-x-5 gap-y-1 md:grid-cols-[7rem_minmax(0,1.1fr)_minmax(0,1.6fr)] ' +
  'lg:grid-cols-[7rem_minmax(0,11.5rem)_minmax(0,1.25fr)_minmax(0,1fr)]';

/**
 * Shows the column headings of the queue; hidden from assistive technology, since each line reads well without them.
 */
export function QueueHeader({ lastColumn }: { lastColumn: string }) {
  return (
    <div aria-hidden className={`${COLUMNS} border-b border-line px-3 py-1.5 text-label text-dim max-lg:hidden`}>
      <span>Age, requester</span>
      <span className="text-right">Amount</span>
      <span>Recipient</span>
      <span>{lastColumn}</span>
    </div>
  );
}

interface LineProps<Item> {
  item: Item;
  /** The position among all lines of the page, for moving by key. */
  index: number;
  /** The time when the list was read, in milliseconds; ages are counted up to it. */
  now: number;
}

/** Shows a request that awaits approval; `denialReason` says why the reader cannot decide on it. */
export function WaitingLine({
  item,
  index,
  now,
  href,
  denialReason,
}: LineProps<QueueItem> & { href: string; denialReason?: string }) {
  const {
    createdAt,
    expiresAt,
    requesterName,
    approvals,
    ruleSentence,
    leavesAt,
    firstPayment,
    riskLabels,
    note,
    amountWithRemainder,
    body,
  } = item;
  const leftMs = Date.parse(expiresAt) - now;
  return (
    <Line
      item={item}
      index={index}
      href={href}
      since={createdAt}
      now={now}
      requesterName={requesterName}
      value={item.value}
    >
      <p>
        <strong className="font-medium">
          <SignatureSlots given={approvals.given} required={approvals.required} />
          {approvals.missingGroups && approvals.missingGroups.length > 0 && (
            <>
              , missing <UntrustedText text={describeGroupNeeds(approvals.missingGroups)} limit={400} />
            </>
          )}
        </strong>
        {firstPayment !== null && <RiskLabel>{labelFirstPayment(firstPayment)}</RiskLabel>}
        {riskLabels.map((label) => (
          <RiskLabel key={label}>{label}</RiskLabel>
        ))}
        <span
          className={`ml-2 text-label ${leftMs < EXPIRES_SOON_MS ? 'text-bad' : 'text-dim'}`}
          suppressHydrationWarning
        >
          expires in {formatDuration(leftMs)}
        </span>
      </p>
      {approvals.void.map((sentence) => (
        <p key={sentence} className="text-label text-warn">
          <UntrustedText text={sentence} limit={300} />
        </p>
      ))}
      {amountWithRemainder !== null && (
        <p>
          Test payment first, <Money amount={amountWithRemainder} asset={body.asset} /> in total
        </p>
      )}
      <p className="text-label text-dim">
        {ruleSentence}
        <LeavingTime iso={leavesAt} />
      </p>
      {note !== '' && (
        <p className="text-label">
          <span className="text-dim">Note: </span>
          <UntrustedText text={note} limit={160} />
        </p>
      )}
      {denialReason !== undefined && <p className="text-label text-dim">{denialReason}</p>}
    </Line>
  );
}

function RiskLabel({ children }: { children: ReactNode }) {
  return <span className="ml-2 inline-block rounded bg-warn-soft px-1.5 text-label text-warn">{children}</span>;
}

/** Shows a withdrawal that the service has accepted and not finished. */
export function InProgressLine({ item, index, now }: LineProps<InProgressItem>) {
  return (
    <Line
      item={item}
      index={index}
      href={routes.withdrawal(item.id)}
      since={item.sentAt}
      now={now}
      requesterName={item.requesterName}
    >
      {item.statusReasons.length === 0 ? (
        <p className="text-dim">{explainNoReason()}</p>
      ) : (
        item.statusReasons.map((reason) => (
          <p key={reason}>
            <UntrustedText text={reason} />
          </p>
        ))
      )}
      <p className="text-label text-dim">
        Transfer <span className="font-mono">{item.transferId}</span>
      </p>
    </Line>
  );
}

/** Shows a withdrawal with an unknown outcome, or on hold, that the reader can propose to resolve. */
export function UnresolvedLine({ item, index, now }: LineProps<RequestSummary>) {
  return (
    <Line
      item={item}
      index={index}
      href={routes.withdrawal(item.id)}
      since={item.createdAt}
      now={now}
      requesterName={item.requesterName}
    >
      <StatusMark {...describeRequest(item)} />
      <p className="text-label text-dim">One person proposes how to resolve the withdrawal, another confirms.</p>
    </Line>
  );
}

const explainNoReason = () => `${TheService()} has given no reason yet.`;

interface LineFrameProps {
  item: RequestSummary;
  index: number;
  href: string;
  since: string;
  now: number;
  requesterName: string;
  /** What the amount is worth. */
  value?: UsdValue | null;
  children: ReactNode;
}

function Line({ item, index, href, since, now, requesterName, value, children }: LineFrameProps) {
  const { body, refId, recipientName } = item;
  return (
    <li>
      <Link
        href={href}
        data-index={index}
        className={`${COLUMNS} px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2`}
      >
        <span className="text-dim">
          {/* The browser and the server count to different moments. */}
          <span title={since} suppressHydrationWarning>
            {formatDuration(now - Date.parse(since))}
          </span>
          <span className="block text-label [overflow-wrap:anywhere]">
            <UntrustedText text={requesterName} />
          </span>
        </span>
        <span className="lg:text-right">
          <AmountCell body={body} value={value} />
        </span>
        <span className="min-w-0">
          <RecipientCell body={body} recipientName={recipientName} refId={refId} />
        </span>
        <div className="min-w-0 [overflow-wrap:anywhere] md:max-lg:col-start-2 md:max-lg:col-span-2">
          {children}
          <KeptBeneficiary request={item} />
        </div>
      </Link>
    </li>
  );
}
