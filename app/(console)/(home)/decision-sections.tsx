import { HomeSection } from '@/app/(console)/(home)/home-section';
import { RequestLine } from '@/app/(console)/approvals/lines';
import { ChangeList } from '@/components/proposals/change-list';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { RequestList } from '@/components/withdrawals/request-list';
import { routes } from '@/lib/http/routes';
import type { WaitingProposal } from '@/lib/proposals/proposals';
import type { ApprovalQueue } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { formatCount } from '@/lib/text/locale';

const MAX_LINES = 5;

/**
 * Shows the first items of the approver's queue as the queue shows them. `now`
 * is the time of reading in milliseconds.
 */
export function DecisionsSection({
  queue: { counts, needsMe, batches },
  now,
}: {
  queue: Pick<ApprovalQueue, 'counts' | 'needsMe' | 'batches'>;
  now: number;
}) {
  const count = counts.needsMe + batches.needsMe.length;
  const hidden = Math.max(0, counts.needsMe - MAX_LINES) + Math.max(0, batches.needsMe.length - MAX_LINES);
  return (
    <HomeSection
      title="Waiting for your decision"
      count={count}
      isEmpty={count === 0}
      whenEmpty="No withdrawals wait for your decision."
      aside={
        <Link href={routes.approvals} className={buttonClass(count === 0 ? 'plain' : 'primary')}>
          Open queue
        </Link>
      }
    >
      <div className="space-y-2">
        {needsMe.length > 0 && (
          <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
            {needsMe.slice(0, MAX_LINES).map((item) => (
              <RequestLine key={item.id} item={item} now={now} href={routes.withdrawalInQueue(item.id)} />
            ))}
          </ul>
        )}
        {batches.needsMe.length > 0 && <BatchLines batches={batches.needsMe.slice(0, MAX_LINES)} />}
        {hidden > 0 && <p className="text-label text-dim">{formatCount(hidden)} more in the queue.</p>}
      </div>
    </HomeSection>
  );
}

/** Shows the proposed changes that the reader can confirm; nothing where there are none. */
export function ChangesSection({ changes }: { changes: readonly WaitingProposal[] }) {
  return (
    <HomeSection
      title="Changes to confirm"
      count={changes.length}
      isEmpty={changes.length === 0}
      aside={
        changes.length > MAX_LINES && (
          <Link href={routes.approvals} className={buttonClass('plain')}>
            All changes
          </Link>
        )
      }
    >
      <ChangeList changes={changes.slice(0, MAX_LINES)} />
    </HomeSection>
  );
}

/** Shows the test payments whose receipt the reader can confirm; nothing where there are none. */
export function TestsSection({ tests }: { tests: readonly RequestSummary[] }) {
  return (
    <HomeSection title="Test payments to confirm" count={tests.length} isEmpty={tests.length === 0}>
      <RequestList requests={tests.slice(0, MAX_LINES)} />
    </HomeSection>
  );
}

/** Shows the withdrawals of which it is not known whether they were sent, and those on hold; nothing without any. */
export function UnresolvedSection({
  unresolved,
}: {
  unresolved: { requests: readonly RequestSummary[]; hasMore: boolean };
}) {
  const { requests, hasMore } = unresolved;
  return (
    <HomeSection
      title="Outcome unknown or on hold"
      count={`${requests.length}${hasMore ? '+' : ''}`}
      isEmpty={requests.length === 0}
      aside={
        requests.length > MAX_LINES && (
          <Link href={routes.withdrawalsIn('unknown')} className={buttonClass('plain')}>
            Open the withdrawals
          </Link>
        )
      }
    >
      <RequestList requests={requests.slice(0, MAX_LINES)} />
    </HomeSection>
  );
}
