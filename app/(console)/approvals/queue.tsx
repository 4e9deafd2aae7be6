'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { InProgressLine, QueueHeader, UnresolvedLine, WaitingLine } from '@/app/(console)/approvals/queue-line';
import { PlannedLines } from '@/app/(console)/approvals/planned-lines';
import { useRestoredFocus } from '@/app/(console)/approvals/use-restored-focus';
import { ChangeList } from '@/components/proposals/change-list';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { Key } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { DecisionText, useLastDecision } from '@/components/withdrawals/decisions/last-decision';
import { useApprovalQueue } from '@/components/withdrawals/use-approval-queue';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import type { WaitingProposal } from '@/lib/proposals/proposals';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { routes } from '@/lib/http/routes';
import { theService } from '@/lib/text/service-name';

interface QueueProps {
  initial: ApprovalQueue;
  canDecide: boolean;
}

/**
 * Shows what needs the reader: withdrawals by age, then batches, changes, planned payments and unknown outcomes; then
 * what awaits others, and the withdrawals in progress. `j` and `k` move through all lines, `Enter` opens one.
 */
export function Queue({ initial, canDecide }: QueueProps) {
  const { data: queue = initial, dataUpdatedAt: now, isRefetchError } = useApprovalQueue(initial);
  const starts = numberLines(queue);
  const decided = useLastDecision('queue');
  const lines = useRef<HTMLDivElement>(null);
  useRestoredFocus(lines, starts.end);
  const waitsForNobody = queue.others.length + queue.batches.others.length + queue.changes.mine.length === 0;
  return (
    <div ref={lines} className="space-y-6">
      {isRefetchError && <StaleDataNotice />}
      {decided !== undefined && <Decided text={decided} />}
      {canDecide && <OwnLines queue={queue} now={now} />}
      <Batches title="Batches that need your decision" batches={queue.batches.needsMe} firstIndex={starts.batches} />
      <Changes title="Changes to confirm" changes={queue.changes.needsMe} firstIndex={starts.changes} />
      <PlannedLines planned={queue.planned} firstIndex={starts.planned} />
      <UnresolvedLines queue={queue} now={now} firstIndex={starts.unresolved} />
      {canDecide && starts.others === 0 && <NothingToDecide isAfterDecision={decided !== undefined} />}
      <OtherLines queue={queue} now={now} canDecide={canDecide} firstIndex={starts.others} />
      <Batches title="Batches waiting for others" batches={queue.batches.others} firstIndex={starts.otherBatches} />
      <Changes title="Your changes waiting for others" changes={queue.changes.mine} firstIndex={starts.ownChanges} />
      {!canDecide && waitsForNobody && (
        <Panel>
          <p className="text-dim">No requests await approval.</p>
        </Panel>
      )}
      <InProgressLines queue={queue} now={now} firstIndex={starts.inProgress} />
    </div>
  );
}

/** Numbers the first line of each section among all lines of the page, in the order of the page. */
function numberLines({ needsMe, others, inProgress, batches, changes, planned, unresolved }: ApprovalQueue) {
  let next = 0;
  const after = (lines: readonly unknown[]) => {
    next += lines.length;
    return next;
  };
  return {
    batches: after(needsMe),
    changes: after(batches.needsMe),
    planned: after(changes.needsMe),
    unresolved: after(planned),
    others: after(unresolved),
    otherBatches: after(others),
    ownChanges: after(batches.others),
    inProgress: after(changes.mine),
    end: after(inProgress),
  };
}

interface SectionProps {
  queue: ApprovalQueue;
  /** The time when the queue was read, in milliseconds. */
  now: number;
}

function OwnLines({ queue: { needsMe, counts }, now }: SectionProps) {
  return (
    <Lines title="Needs your decision" shown={needsMe.length} count={counts.needsMe} hint={<Keys />}>
      {needsMe.map((item, index) => (
        <WaitingLine key={item.id} item={item} index={index} now={now} href={routes.withdrawalInQueue(item.id)} />
      ))}
    </Lines>
  );
}

function UnresolvedLines({ queue: { unresolved, counts }, now, firstIndex }: SectionProps & { firstIndex: number }) {
  return (
    <Lines
      title="Outcome unknown or on hold"
      shown={unresolved.length}
      count={counts.unresolved}
      all={routes.withdrawalsIn('unknown')}
      lastColumn="Status"
    >
      {unresolved.map((item, index) => (
        <UnresolvedLine key={item.id} item={item} index={firstIndex + index} now={now} />
      ))}
    </Lines>
  );
}

/** Shows what the reader's last decision did, with the focus on it, since the decided page is gone. */
function Decided({ text }: { text: string }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={message} tabIndex={-1}>
      <DecisionText text={text} />
    </div>
  );
}

function NothingToDecide({ isAfterDecision }: { isAfterDecision: boolean }) {
  return (
    <Panel>
      <p className="font-medium">{isAfterDecision ? 'Nothing else waits for you.' : 'Nothing waits for you.'}</p>
      <p className="mt-1 text-body text-dim">
        Requests and changes that you can decide on appear here by themselves. What waits for others and withdrawals in
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
      title={canDecide ? 'Waiting for others' : 'Awaiting approval'}
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
      all={routes.withdrawalsIn('in-progress')}
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
      <h2 className="mb-2 text-heading font-semibold">
        {title} ({batches.length})
      </h2>
      <BatchLines batches={batches} firstIndex={firstIndex} />
    </section>
  );
}

interface ChangesProps {
  title: string;
  changes: readonly WaitingProposal[];
  firstIndex: number;
}

function Changes({ title, changes, firstIndex }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-heading font-semibold">
        {title} ({changes.length})
      </h2>
      <ChangeList changes={changes} firstIndex={firstIndex} />
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
        <h2 className="text-heading font-semibold">
          {title} ({total.toLocaleString('en-GB')})
        </h2>
        {hint}
      </div>
      <div className="rounded-panel border border-line bg-panel">
        <QueueHeader lastColumn={lastColumn} />
        <ol className="divide-y divide-line">{children}</ol>
        {shown < total && (
          <p className="border-t border-line px-4 py-3 text-body text-dim">
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
    <p className="text-label text-dim max-md:hidden">
      <Key>j</Key> <Key>k</Key> to move, <Key>Enter</Key> to open; there <Key>a</Key> to approve, <Key>r</Key> to reject
    </p>
  );
}
