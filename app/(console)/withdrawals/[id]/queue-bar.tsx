'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Key } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { type MadeDecision, rememberDecision } from '@/components/withdrawals/decisions/last-decision';
import { approvalQueue, useApprovalQueue } from '@/components/withdrawals/use-approval-queue';
import { showToast } from '@/components/ui/toast/show-toast';
import { useRowKeys } from '@/components/ui/use-row-keys';
import { hrefOf, type InboxEntry, listInbox } from '@/lib/requests/inbox/inbox';
import { findNext, findSteps, type QueuePlace } from '@/lib/requests/inbox/queue-steps';
import { countNeedsMe } from '@/lib/requests/queue';
import { routes } from '@/lib/http/routes';

/** Shows the position in the queue as its page counts, with links to the neighbours, which `j` and `k` open as well. */
export function QueueBar({ request }: { request: QueuePlace }) {
  const router = useRouter();
  const { data: queue } = useApprovalQueue();
  const { position, previous, next } = findSteps(queue ? listInbox(queue) : [], request);
  const step = (by: number) => {
    const neighbour = by > 0 ? next : previous;
    // An open decision is never left by a key.
    if (neighbour && !document.querySelector('dialog:modal')) router.push(hrefOf(neighbour));
  };
  useRowKeys({ onStep: step, onEscape: undefined });
  return (
    <nav aria-label="Approval queue" className="flex items-center gap-2 text-body md:basis-full">
      <Link href={routes.approvals} className={buttonClass('quiet', '-ml-3 min-h-8 py-1')}>
        Approvals
      </Link>
      <span className="text-dim" aria-live="polite">
        {queue && describePlace(position, countNeedsMe(queue))}
      </span>
      <StepLink to={previous} shortcut="k" icon={ChevronLeft}>
        Previous
      </StepLink>
      <StepLink to={next} shortcut="j" icon={ChevronRight}>
        Next
      </StepLink>
    </nav>
  );
}

function describePlace(position: number | undefined, count: number): string {
  if (position !== undefined) return `${position} of ${count}`;
  return count === 0 ? 'Nothing else waits for you' : `${count} more ${count === 1 ? 'needs' : 'need'} your decision`;
}

interface StepLinkProps {
  to: InboxEntry | undefined;
  shortcut: string;
  /** In the place of the word on a phone. */
  icon: LucideIcon;
  children: string;
}

function StepLink({ to, shortcut, icon: Icon, children }: StepLinkProps) {
  if (!to) return null;
  return (
    <Link
      href={hrefOf(to)}
      aria-keyshortcuts={shortcut}
      className={buttonClass('quiet', 'min-h-8 px-2.5 py-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11')}
    >
      <Icon aria-hidden className="size-4 md:hidden" />
      <span className="max-md:sr-only">{children}</span>
      <span aria-hidden className="max-md:hidden">
        <Key>{shortcut}</Key>
      </span>
    </Link>
  );
}

/**
 * Gives a function that opens what needs the reader's decision next, or else the queue, where it shows what
 * the last decision did; `message` says it in short on the next page.
 */
export function useGoToNext(request: QueuePlace): (decided: MadeDecision, message: string) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (decided, message) => {
    // Read again, since someone else may have decided meanwhile. Where reading fails, the queue page says why.
    const queue = await client.fetchQuery(approvalQueue).catch(() => undefined);
    const next = queue && findNext(listInbox(queue), request);
    rememberDecision(client, decided, next?.kind === 'request' ? { requestId: next.id } : 'queue');
    if (next) showToast(message);
    router.push(next ? hrefOf(next) : routes.approvals);
  };
}
