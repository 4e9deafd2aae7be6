import { HomeSection } from '@/app/(console)/(home)/home-section';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { UntrustedText } from '@/components/values/untrusted-text';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { RequestList } from '@/components/withdrawals/request-list';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import { type ApprovalQueue, describeMissingApprovals, type QueueItem } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { formatDuration } from '@/lib/text/duration';

const MAX_LINES = 5;

/** Shows what waits for the approval of others, and for whose; one's own requests first. */
export function WaitingSection({
  queue: { counts, others, batches },
  now,
}: {
  queue: Pick<ApprovalQueue, 'counts' | 'others' | 'batches'>;
  now: number;
}) {
  const count = counts.others + batches.others.length;
  const shown = [...others.filter(({ isMine }) => isMine), ...others.filter(({ isMine }) => !isMine)];
  return (
    <HomeSection
      title="Waiting for approval"
      count={count}
      isEmpty={count === 0}
      whenEmpty="No withdrawals wait for the approval of others."
      aside={
        count > 0 && (
          <Link href={routes.withdrawalsIn('awaiting')} className="text-body underline">
            All that wait
          </Link>
        )
      }
    >
      <div className="space-y-2">
        {shown.length > 0 && (
          <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
            {shown.slice(0, MAX_LINES).map((item) => (
              <li key={item.id}>
                <Line item={item} now={now} />
              </li>
            ))}
          </ul>
        )}
        {batches.others.length > 0 && <BatchLines isOverview batches={batches.others.slice(0, MAX_LINES)} />}
      </div>
    </HomeSection>
  );
}

const LINE =
  'grid grid-cols-2 items-baseline gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 ' +
  'md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.4fr)]';

function Line({ item, now }: { item: QueueItem; now: number }) {
  const { id, refId, body, createdAt, expiresAt, requesterName, isMine, recipientName } = item;
  return (
    <Link href={routes.withdrawal(id)} className={LINE}>
      <span className="text-dim" suppressHydrationWarning>
        <span className="sr-only">for </span>
        {formatDuration(now - Date.parse(createdAt))}
      </span>
      <span className="truncate font-mono max-md:text-right">{refId}</span>
      <span className="md:text-right">
        <FixedMoney body={body} value={item.value} isRounded isColumn isValueBelow />
      </span>
      <span className="truncate text-dim max-md:text-right">
        {recipientName === null ? networkLabel(body.crypto_network) : <UntrustedText text={recipientName} limit={80} />}
        {!isMine && (
          <>
            {' '}
            · <UntrustedText text={requesterName} limit={60} />
          </>
        )}
      </span>
      <span className="min-w-0 max-md:col-span-2">
        <StatusMark {...describeRequest(item)} />
        <span className="block text-label text-dim">
          {describeMissingApprovals(item)}, expires in {formatDuration(Date.parse(expiresAt) - now)}
        </span>
      </span>
    </Link>
  );
}

/** Shows the withdrawals that finished last, whatever became of them; nothing where there are none. */
export function FinishedSection({ requests }: { requests: readonly RequestSummary[] }) {
  return (
    <HomeSection
      title="Recently finished"
      isEmpty={requests.length === 0}
      aside={
        <Link href={routes.withdrawalsIn('ended')} className="text-body underline">
          All finished
        </Link>
      }
    >
      <RequestList requests={requests.slice(0, MAX_LINES)} />
    </HomeSection>
  );
}
