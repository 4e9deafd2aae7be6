import type { MouseEvent, ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { Recipient } from '@/components/withdrawals/recipient';
import { SignatureSlots } from '@/components/withdrawals/signature-lines';
import { routes } from '@/lib/http/routes';
import { describeValue } from '@/lib/money/usd-value';
import { describeKind, type WaitingProposal } from '@/lib/proposals/proposals';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import { hrefOf, labelFindings, labelReview, type InboxEntry } from '@/lib/requests/inbox/inbox';
import type { QueueItem, InProgressItem } from '@/lib/requests/queue';
import { describeRequest } from '@/lib/requests/request-view';
import { formatDuration } from '@/lib/text/duration';
import { joinSome } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { TheService } from '@/lib/text/service-name';

const HOUR_MS = 60 * 60_000;
const EXPIRES_SOON_MS = 4 * HOUR_MS;
const EXPIRES_TODAY_MS = 24 * HOUR_MS;

/** How a line is a part of the list of what needs the reader; absent where it only links to its page. */
export interface Choosable {
  id: string;
  /** The position among all lines of the list, for moving by key. */
  index: number;
  isChosen: boolean;
  /** Chooses the line; called for a click that the browser would follow in this window. */
  onChoose: (event: MouseEvent) => void;
}

interface FrameProps {
  href: string;
  choice?: Choosable | undefined;
  amount: ReactNode;
  /** Recipient or subject, on one line. */
  title: ReactNode;
  /** Findings, or the outcome. */
  children?: ReactNode;
  /** Small facts at the end. */
  end?: ReactNode;
}

function Line({ href, choice, amount, title, children, end }: FrameProps) {
  return (
    <li data-entry={choice?.id} className="@container">
      <Link
        href={href}
        data-index={choice?.index}
        aria-current={choice?.isChosen === true ? 'true' : undefined}
        {...(choice && { onClick: choice.onChoose })}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-l-4 border-transparent px-3 py-2.5 text-body hover:bg-soft focus-visible:-outline-offset-2 @min-[26rem]:grid-cols-[minmax(0,8rem)_minmax(0,1fr)_auto] lg:aria-[current]:border-accent lg:aria-[current]:bg-accent-soft"
      >
        <span className="min-w-0 font-semibold @min-[26rem]:text-right">{amount}</span>
        <span className="min-w-0 [overflow-wrap:anywhere] @max-[26rem]:col-span-2 @max-[26rem]:row-start-2">
          <span className="line-clamp-2">{title}</span>
          {children !== undefined && <span className="mt-0.5 flex flex-wrap gap-1 text-label">{children}</span>}
        </span>
        <span className="flex flex-col items-end gap-1 text-label whitespace-nowrap">{end}</span>
      </Link>
    </li>
  );
}

/** Shows what needs the reader as a line of the queue. `now`: the time when the queue was read, in milliseconds. */
export function EntryLine({ entry, now, choice }: { entry: InboxEntry; now: number; choice: Choosable }) {
  const { kind, item } = entry;
  const line = { href: hrefOf(entry), choice };
  switch (kind) {
    case 'request':
      return <RequestLine {...line} item={item} now={now} />;
    case 'batch':
      return <BatchLine {...line} batch={item} />;
    case 'change':
      return <ChangeLine {...line} change={item} />;
    case 'planned':
      return (
        <Line
          {...line}
          amount={<Money amount={item.value} asset={item.asset} isRounded />}
          title={<By text={item.title} person={item.owner} />}
        />
      );
    case 'unresolved':
      return (
        <Line {...line} amount={<FixedMoney body={item.body} isRounded />} title={<Recipient item={item} />}>
          <span className="text-bad">{describeRequest(item).label}</span>
        </Line>
      );
  }
}

interface RequestLineProps {
  item: QueueItem;
  now: number;
  href: string;
  choice?: Choosable;
  /** Why the reader cannot decide on it. */
  denialReason?: string;
}

/** Shows a request that awaits approval. */
export function RequestLine({ item, now, href, choice, denialReason }: RequestLineProps) {
  const { approvals, amountWithRemainder, body, expiresAt, isChecked, leavesAt } = item;
  const { labels, more } = labelFindings(item);
  const leftMs = Date.parse(expiresAt) - now;
  return (
    <Line
      href={href}
      choice={choice}
      amount={<FixedMoney body={body} value={item.value} isRounded isValueBelow />}
      title={
        <>
          {/* Below the amount, where there are no columns. */}
          <span className="text-dim @min-[26rem]:hidden">To </span>
          <Recipient item={item} />
          {amountWithRemainder !== null && (
            <span className="text-dim">
              {' '}
              test of <Money amount={amountWithRemainder} asset={body.asset} isRounded />
            </span>
          )}
        </>
      }
      end={
        <>
          <SignatureSlots given={approvals.given} required={approvals.required} />
          {leavesAt !== null && (
            <span className="text-dim">
              leaves <Time iso={leavesAt} />
            </span>
          )}
          {leftMs < EXPIRES_TODAY_MS && (
            <span
              className={leftMs < EXPIRES_SOON_MS ? 'font-semibold text-warn' : 'text-dim'}
              suppressHydrationWarning
            >
              expires in {formatDuration(leftMs < EXPIRES_SOON_MS ? leftMs : leftMs - (leftMs % HOUR_MS))}
            </span>
          )}
        </>
      }
    >
      {labels.map(({ name, isGrave }) => (
        <Label key={name} isGrave={isGrave}>
          <UntrustedText text={name} limit={120} />
        </Label>
      ))}
      {more > 0 && <span className="text-dim">{more} more</span>}
      {!isChecked && <span className="text-dim">checking…</span>}
      {isChecked && labels.length === 0 && <span className="text-dim">nothing unusual</span>}
      {denialReason !== undefined && <span className="basis-full text-dim">{denialReason}</span>}
    </Line>
  );
}

function Label({ isGrave = false, children }: { isGrave?: boolean; children: ReactNode }) {
  return (
    <span
      className={`max-w-full truncate rounded px-1.5 ${isGrave ? 'bg-bad-soft font-semibold text-bad' : 'bg-warn-soft text-warn'}`}
    >
      {children}
    </span>
  );
}

/** Shows a batch with waiting items; `requesterName` only where the list does not say it. */
export function BatchLine({
  batch: { name, count, waiting, totals, value, requesterName, review },
  href,
  choice,
}: {
  batch: BatchSummary;
  href: string;
  choice?: Choosable;
}) {
  const sum = totals.length === 1 ? totals[0] : undefined;
  const labels = review && labelReview(review);
  return (
    <Line
      href={href}
      choice={choice}
      amount={
        sum ? (
          <Money {...{ amount: sum.total, asset: sum.asset, value }} isRounded isValueBelow />
        ) : (
          describeValue(value)
        )
      }
      title={
        <span className="font-medium">
          <UntrustedText text={name} limit={80} />{' '}
          <span className="font-normal text-dim">
            {waiting < count && `${formatCount(waiting)} of `}
            {formatCount(count)} payments
            {!sum && ` in ${joinSome(totals.map(({ asset }) => asset))}`}
          </span>
        </span>
      }
      end={review && <SignatureSlots {...review.approvals} />}
    >
      {labels?.map(({ name: label, isGrave }) => (
        <Label key={label} isGrave={isGrave}>
          {label}
        </Label>
      ))}
      {labels?.length === 0 && <span className="text-dim">nothing unusual</span>}
      {!choice && (
        <span className="text-dim">
          from <UntrustedText text={requesterName} limit={80} />
        </span>
      )}
    </Line>
  );
}

/** Shows a proposed change that takes two people. */
export function ChangeLine({ change, ...line }: { change: WaitingProposal; href: string; choice?: Choosable }) {
  return (
    <Line
      {...line}
      amount={describeKind(change.kind).label}
      title={<By text={change.comment} person={change.proposedBy} />}
    />
  );
}

function By({ text, person }: { text: string; person: string }) {
  return (
    <>
      <UntrustedText text={text} limit={120} />
      <span className="text-dim">
        {text !== '' && ' · '}
        <UntrustedText text={person} limit={80} />
      </span>
    </>
  );
}

const explainNoReason = () => `${TheService()} has given no reason yet.`;

/** Shows a withdrawal that the service has accepted and not finished. */
export function InProgressLine({ item, now }: { item: InProgressItem; now: number }) {
  return (
    <Line
      href={routes.withdrawal(item.id)}
      amount={<FixedMoney body={item.body} isRounded />}
      title={<Recipient item={item} />}
      end={
        <span className="text-dim" suppressHydrationWarning>
          {formatDuration(now - Date.parse(item.sentAt))}
        </span>
      }
    >
      <span className="text-dim">
        {item.statusReasons.length === 0 && explainNoReason()}
        {item.statusReasons.map((reason) => (
          <UntrustedText key={reason} text={reason} />
        ))}
      </span>
    </Line>
  );
}
