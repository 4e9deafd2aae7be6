'use client';

import { type ReactNode, useRef } from 'react';
import { QueueHeads, VotedItem, WaitingItem } from '@/app/(console)/approvals/queue-line';
import { useRestoredFocus } from '@/app/(console)/approvals/use-restored-focus';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { Key } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { useApprovalQueue } from '@/components/withdrawals/use-approval-queue';
import type { BatchSummary } from '@/lib/requests/batches';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { routes } from '@/lib/http/routes';

/**
 * What needs the reader, what waits for others, and what is out and not finished. `j` and `k` go through all of it,
 * `Enter` opens.
 */
export function Queue({ initial, mayDecide }: { initial: ApprovalQueue; mayDecide: boolean }) {
  const { data = initial, dataUpdatedAt: now, isRefetchError } = useApprovalQueue(initial);
  const { needsMe, others, inProgress, batches, counts } = data;
  const [start, mine] = [batches.needsMe.length, batches.needsMe.length + needsMe.length];
  const waiting = mine + batches.others.length;
  const lines = useRef<HTMLDivElement>(null);
  useRestoredFocus(lines, waiting + others.length + inProgress.length);
  return (
    <div ref={lines} className="space-y-6">
      {isRefetchError && (
        <Notice look="warn" title="This list could not be refreshed">
          <p>
            What you see may be old. It tries again by itself; if your session has ended, reload the page to sign in.
          </p>
        </Notice>
      )}
      {mayDecide && <Batches title="Batches that need you" batches={batches.needsMe} firstIndex={0} />}
      {mayDecide && (
        <Lines title="Needs you" shown={needsMe.length} of={counts.needsMe} hint={<Keys />}>
          {needsMe.map((item, index) => (
            <WaitingItem
              key={item.id}
              item={item}
              index={start + index}
              now={now}
              href={routes.withdrawalInQueue(item.id)}
            />
          ))}
        </Lines>
      )}
      {mayDecide && mine === 0 && (
        <Panel>
          <p className="font-medium">Nothing needs you.</p>
          <p className="mt-1 text-sm text-dim">
            When somebody asks for a withdrawal that you may decide on, it appears here by itself. What waits for others
            and what is on its way stands below.
          </p>
        </Panel>
      )}
      <Batches title="Batches that wait for others" batches={batches.others} firstIndex={mine} />
      <Lines
        title={mayDecide ? 'Waiting for others' : 'Waiting for a decision'}
        shown={others.length}
        of={counts.others}
        all={routes.withdrawalsIn('awaiting')}
      >
        {others.map((item, index) => (
          <WaitingItem
            key={item.id}
            item={item}
            index={waiting + index}
            now={now}
            href={routes.withdrawal(item.id)}
            denialReason={item.denialReason}
          />
        ))}
      </Lines>
      {!mayDecide && others.length + batches.others.length === 0 && (
        <Panel>
          <p className="text-dim">Nothing waits for a decision.</p>
        </Panel>
      )}
      <Lines
        title="Out, and pending at the service"
        shown={inProgress.length}
        of={counts.inProgress}
        all={routes.withdrawalsIn('under-way')}
        last="What the service says"
      >
        {inProgress.map((item, index) => (
          <VotedItem key={item.id} item={item} index={waiting + others.length + index} now={now} />
        ))}
      </Lines>
    </div>
  );
}

function Batches({
  title,
  batches,
  firstIndex,
}: {
  title: string;
  batches: readonly BatchSummary[];
  firstIndex: number;
}) {
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
  /** How many there are; the list may be only their beginning. */
  of: number;
  /** Where all of them stand. */
  all?: string;
  /** What stands in the last column. */
  last?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A titled list; nothing where it is empty. */
function Lines({ title, shown, of, all, last = 'Votes, rule and note', hint, children }: LinesProps) {
  if (shown === 0) return null;
  const count = Math.max(of, shown);
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm font-medium text-dim">
          {title} ({count.toLocaleString('en-GB')})
        </h2>
        {hint}
      </div>
      <div className="rounded-panel border border-line bg-panel">
        <QueueHeads last={last} />
        <ol className="divide-y divide-line">{children}</ol>
        {shown < count && (
          <p className="border-t border-line px-4 py-3 text-sm text-dim">
            These are the oldest {shown}; the rest moves up.{' '}
            {all && (
              <Link href={all} className="underline">
                More in the list of withdrawals
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
      <Key>j</Key> <Key>k</Key> move, <Key>Enter</Key> opens
    </p>
  );
}
