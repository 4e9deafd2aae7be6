'use client';

import { type ReactNode, useRef } from 'react';
import { InProgressLine, QueueHeader, WaitingLine } from '@/app/(console)/approvals/queue-line';
import { useRestoredFocus } from '@/app/(console)/approvals/use-restored-focus';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { Key } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { useApprovalQueue } from '@/components/withdrawals/use-approval-queue';
import type { BatchSummary } from '@/lib/requests/batches';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { routes } from '@/lib/http/routes';
import { theService } from '@/lib/text/service-name';

interface QueueProps {
  initial: ApprovalQueue;
  canDecide: boolean;
}

/**
 * Shows the requests that need the reader, those that await others, and the withdrawals in progress. `j` and `k` move
 * through all lines, `Enter` opens one.
 */
export function Queue({ initial, canDecide }: QueueProps) {
  const { data: queue = initial, dataUpdatedAt: now, isRefetchError } = useApprovalQueue(initial);
  const { needsMe, others, inProgress, batches } = queue;
  const ownCount = batches.needsMe.length + needsMe.length;
  const waitingIndex = ownCount + batches.others.length;
  const lines = useRef<HTMLDivElement>(null);
  useRestoredFocus(lines, waitingIndex + others.length + inProgress.length);
  return (
    <div ref={lines} className="space-y-6">
      {isRefetchError && <StaleDataNotice />}
      {canDecide && <OwnLines queue={queue} now={now} />}
      {canDecide && ownCount === 0 && <NothingToDecide />}
      <Batches title="Batches awaiting others" batches={batches.others} firstIndex={ownCount} />
      <OtherLines queue={queue} now={now} canDecide={canDecide} firstIndex={waitingIndex} />
      {!canDecide && others.length + batches.others.length === 0 && (
        <Panel>
          <p className="text-dim">No requests await approval.</p>
        </Panel>
      )}
      <InProgressLines queue={queue} now={now} firstIndex={waitingIndex + others.length} />
    </div>
  );
}

interface SectionProps {
  queue: ApprovalQueue;
  /** The time when the queue was read, in milliseconds. */
  now: number;
}

function OwnLines({ queue: { needsMe, batches, counts }, now }: SectionProps) {
  return (
    <>
      <Batches title="Batches that need your decision" batches={batches.needsMe} firstIndex={0} />
      <Lines title="Needs your decision" shown={needsMe.length} count={counts.needsMe} hint={<Keys />}>
        {needsMe.map((item, index) => (
          <WaitingLine
            key={item.id}
            item={item}
            index={batches.needsMe.length + index}
            now={now}
            href={routes.withdrawalInQueue(item.id)}
          />
        ))}
      </Lines>
    </>
  );
}

function NothingToDecide() {
  return (
    <Panel>
      <p className="font-medium">Nothing needs your decision.</p>
      <p className="mt-1 text-sm text-dim">
        New requests that you can approve appear here by themselves. Requests awaiting others and withdrawals in
        progress are listed below.
      </p>
    </Panel>
  );
}

function OtherLines({
  queue: { others, counts },
  now,
  canDecide,
  firstIndex,
}: SectionProps & { canDecide: boolean; firstIndex: number }) {
  return (
    <Lines
      title={canDecide ? 'Awaiting others' : 'Awaiting approval'}
      shown={others.length}
      count={counts.others}
      all={routes.withdrawalsIn('awaiting')}
    >
      {others.map((item, index) => (
        <WaitingLine
          key={item.id}
          item={item}
          index={firstIndex + index}
          now={now}
          href={routes.withdrawal(item.id)}
          denialReason={item.denialReason}
        />
      ))}
    </Lines>
  );
}

function InProgressLines({ queue: { inProgress, counts }, now, firstIndex }: SectionProps & { firstIndex: number }) {
  return (
    <Lines
      title={`In progress at ${theService()}`}
      shown={inProgress.length}
      count={counts.inProgress}
      all={routes.withdrawalsIn('under-way')}
      lastColumn="Reason for the status"
    >
      {inProgress.map((item, index) => (
        <InProgressLine key={item.id} item={item} index={firstIndex + index} now={now} />
      ))}
    </Lines>
  );
}

interface BatchesProps {
  title: string;
  batches: readonly BatchSummary[];
  firstIndex: number;
}

function Batches({ title, batches, firstIndex }: BatchesProps) {
  if (batches.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-medium text-dim">
        {title} ({batches.length})
      </h2>
      <BatchLines batches={batches} firstIndex={firstIndex} />
    </section>
  );
}

interface LinesProps {
  title: string;
  shown: number;
  /** The full length of the list, of which the page may show only the beginning. */
  count: number;
  /** The address of the full list. */
  all?: string;
  lastColumn?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** Shows a list with a title; nothing where the list is empty. */
function Lines({ title, shown, count, all, lastColumn = 'Approvals, rule and note', hint, children }: LinesProps) {
  if (shown === 0) return null;
  const total = Math.max(count, shown);
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm font-medium text-dim">
          {title} ({total.toLocaleString('en-GB')})
        </h2>
        {hint}
      </div>
      <div className="rounded-panel border border-line bg-panel">
        <QueueHeader lastColumn={lastColumn} />
        <ol className="divide-y divide-line">{children}</ol>
        {shown < total && (
          <p className="border-t border-line px-4 py-3 text-sm text-dim">
            Showing the oldest {shown}. The next ones appear as these are decided.{' '}
            {all && (
              <Link href={all} className="underline">
                View all in the list of withdrawals
              </Link>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

function Keys() {
  return (
    <p className="text-xs text-dim max-md:hidden">
      <Key>j</Key> <Key>k</Key> to move, <Key>Enter</Key> to open
    </p>
  );
}
