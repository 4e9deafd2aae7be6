import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { PageSection } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { Recipient } from '@/components/withdrawals/recipient';
import { SignatureSlots } from '@/components/withdrawals/signature-lines';
import { routes } from '@/lib/http/routes';
import { describeValue, type UsdValue } from '@/lib/money/usd-value';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import { type ApprovalQueue, describeMissingApprovals, type QueueItem } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { formatDuration } from '@/lib/text/duration';
import { joinSome } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';

const MAX_LINES = 5;
const EXPIRES_SOON_MS = 4 * 60 * 60_000;

interface WaitingSectionProps {
  queue: ApprovalQueue;
  /** Withdrawals with an unknown outcome or on hold, which others resolve. */
  unresolved: readonly (RequestSummary & { value: UsdValue | null })[];
  /** The time of reading, in milliseconds. */
  now: number;
}

/** Shows what waits for others: what is unresolved, batches, the reader's own requests, then those of others. */
export function WaitingSection({ queue: { counts, others, batches }, unresolved, now }: WaitingSectionProps) {
  const count = unresolved.length + counts.others + batches.others.length;
  const shown = [...others.filter(({ isMine }) => isMine), ...others.filter(({ isMine }) => !isMine)];
  const lines = [
    ...unresolved.map((item) => <UnresolvedLine key={item.id} item={item} />),
    ...batches.others.map((batch) => <BatchLine key={batch.id} batch={batch} />),
    ...shown.map((item) => <RequestLine key={item.id} item={item} now={now} />),
  ];
  return (
    <PageSection
      title="Waiting for others"
      count={formatCount(count)}
      isEmpty={count === 0}
      aside={
        count > MAX_LINES && (
          <Link href={routes.approvals} className="text-body underline">
            Show all {formatCount(count)}
          </Link>
        )
      }
    >
      <ul className="divide-y divide-line border-y border-line">{lines.slice(0, MAX_LINES)}</ul>
    </PageSection>
  );
}

interface LineProps {
  href: string;
  amount: ReactNode;
  value?: UsdValue | null;
  recipient: ReactNode;
  slots?: ReactNode;
  /** For whom it waits. */
  children: ReactNode;
}

function Line({ href, amount, value, recipient, slots, children }: LineProps) {
  return (
    <li>
      <Link
        href={href}
        className="grid grid-cols-2 items-center gap-x-4 gap-y-1 px-2 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,11rem)_minmax(0,8rem)_minmax(0,1.2fr)_7.5rem_minmax(0,1.3fr)]"
      >
        <span className="md:text-right">{amount}</span>
        <span className="text-dim max-md:text-right">{value && describeValue(value)}</span>
        <span className="truncate">{recipient}</span>
        <span className="max-md:text-right">{slots}</span>
        <span className="text-dim [overflow-wrap:anywhere] max-md:col-span-2">{children}</span>
      </Link>
    </li>
  );
}

function RequestLine({ item, now }: { item: QueueItem; now: number }) {
  const { id, body, value, approvals, expiresAt, isMine, requesterName } = item;
  const leftMs = Date.parse(expiresAt) - now;
  return (
    <Line
      href={routes.withdrawal(id)}
      amount={<FixedMoney body={body} isRounded isColumn />}
      value={value}
      recipient={<Recipient item={item} />}
      slots={<SignatureSlots given={approvals.given} required={approvals.required} />}
    >
      {describeMissingApprovals(item)}
      {!isMine && (
        <>
          {' '}
          · <UntrustedText text={requesterName} limit={60} />
        </>
      )}
      {leftMs < EXPIRES_SOON_MS && (
        <span className="font-semibold text-warn" suppressHydrationWarning>
          {' '}
          · expires in {formatDuration(leftMs)}
        </span>
      )}
    </Line>
  );
}

function BatchLine({ batch: { id, name, count, totals, value, waiting } }: { batch: BatchSummary }) {
  const [sum, other] = totals;
  return (
    <Line
      href={routes.batch(id)}
      amount={sum && !other && <Money amount={sum.total} asset={sum.asset} isRounded isColumn />}
      value={value}
      recipient={
        <>
          <span className="font-medium">
            <UntrustedText text={name} limit={80} />
          </span>
          {other && <span className="text-dim"> in {joinSome(totals.map(({ asset }) => asset))}</span>}
        </>
      }
    >
      {waiting < count && `${formatCount(waiting)} of `}
      {formatCount(count)} payments awaiting approval
    </Line>
  );
}

/** A withdrawal that its requester cannot resolve, and must not pay once more. */
function UnresolvedLine({ item }: { item: WaitingSectionProps['unresolved'][number] }) {
  return (
    <Line
      href={routes.withdrawal(item.id)}
      amount={<FixedMoney body={item.body} isRounded isColumn />}
      value={item.value}
      recipient={<Recipient item={item} />}
    >
      <StatusMark {...describeRequest(item)} />
      <span className="block text-label">Two approvers or administrators resolve it. Do not request it again.</span>
    </Line>
  );
}
