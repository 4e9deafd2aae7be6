'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { InProgress, Others, Rest } from '@/app/(console)/approvals/folds';
import { type Choosable, EntryLine } from '@/app/(console)/approvals/lines';
import { Pane } from '@/app/(console)/approvals/pane';
import { useChoice } from '@/app/(console)/approvals/use-choice';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { useWaiting } from '@/components/shell/session-watch';
import { Key } from '@/components/ui/key';
import { showToast } from '@/components/ui/toast/show-toast';
import { useMediaQuery } from '@/components/ui/browser/use-media-query';
import { UntrustedText } from '@/components/values/untrusted-text';
import { DecisionText, rememberDecision, useLastDecision } from '@/components/withdrawals/decisions/last-decision';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { approvalQueue, useApprovalQueue } from '@/components/withdrawals/use-approval-queue';
import { describeDecision } from '@/lib/requests/describe-decision';
import { describeValue } from '@/lib/money/usd-value';
import { groupInbox, type InboxEntry, type InboxSection, listInbox } from '@/lib/requests/inbox/inbox';
import { type ApprovalQueue, countNeedsMe } from '@/lib/requests/queue';
import { findNext } from '@/lib/requests/inbox/queue-steps';
import { formatCount } from '@/lib/text/locale';

// From where on the list leaves room for the reading pane: `lg`.
const ROOM = '(min-width: 64rem)';

interface InboxProps {
  initial: ApprovalQueue;
  /** Why the reader decides on no withdrawals; undefined where they do. */
  denialReason: string | undefined;
}

/**
 * Shows what needs the reader as an inbox: a list, and from 1024 px on what is chosen beside it, with its buttons. `j`
 * and `k` move the choice. A decision goes on to the next one.
 */
export function Inbox({ initial, denialReason }: InboxProps) {
  const { data: queue = initial, dataUpdatedAt: now, isRefetchError } = useApprovalQueue(initial);
  const client = useQueryClient();
  const { readAgain: countAgain } = useWaiting();
  const lastDecision = useLastDecision('queue');
  const list = useRef<HTMLDivElement>(null);
  const isPaneShown = useMediaQuery(ROOM, false);
  const entries = listInbox(queue);
  const { chosen, next, previous, goTo, choose } = useChoice(entries, { list, isPaneShown });
  usePrefetch(isPaneShown ? [next, previous] : []);
  // A short message says what was decided while there is more to decide; what went wrong since stays.
  const decided = entries.length === 0 || !isPaneShown || lastDecision?.isBad ? lastDecision : undefined;
  const goOn = async (from: InboxEntry, text: string) => {
    // Read again, since someone else may have decided meanwhile.
    const left = await client.fetchQuery(approvalQueue).then(listInbox, () => entries);
    const following = findNext(left, from);
    if (following) showToast(text);
    goTo(following);
  };

  const choiceOf = (entry: InboxEntry): Choosable => ({
    id: entry.id,
    index: entries.indexOf(entry),
    isChosen: entry.id === chosen?.id,
    onChoose: (event) => {
      if (!isPaneShown || !isPlainClick(event)) return;
      event.preventDefault();
      choose(entry);
    },
  });
  const hasPane = entries.length > 0 || chosen !== undefined;
  return (
    <div
      className={
        hasPane
          ? '-mx-4 -my-5 md:-mx-6 lg:grid lg:h-[calc(100dvh-var(--header-height))] lg:grid-cols-[minmax(22rem,5fr)_minmax(0,7fr)]'
          : '-mx-4 -my-5 max-w-reading md:-mx-6'
      }
    >
      <div
        ref={list}
        className={hasPane ? 'relative min-w-0 pb-5 lg:overflow-y-auto lg:border-r lg:border-line' : 'pb-5'}
      >
        <Head queue={queue} denialReason={denialReason} isAfterDecision={lastDecision !== undefined} />
        {isRefetchError && <StaleDataNotice />}
        <div aria-live="polite" className="px-4">
          {decided !== undefined && <DecisionText {...decided} />}
        </div>
        {entries.length > 0 && (
          <section aria-label="Needs your decision">
            {groupInbox(entries).map((section) => (
              <Section key={section.title ?? `from ${section.requesterName}`} section={section}>
                {section.entries.map((entry) => (
                  <EntryLine key={entry.id} entry={entry} now={now} choice={choiceOf(entry)} />
                ))}
              </Section>
            ))}
            <Rest shown={queue.needsMe.length} count={queue.counts.needsMe} />
          </section>
        )}
        <Others queue={queue} now={now} isOpen={denialReason !== undefined} />
        <InProgress queue={queue} now={now} />
      </div>
      {hasPane && (
        <section
          aria-label="Reading pane"
          className="relative min-w-0 space-y-5 px-6 py-5 max-lg:hidden lg:overflow-y-auto print:hidden"
        >
          {isPaneShown && chosen && (
            <Pane
              key={chosen.id}
              entry={chosen}
              isWaiting={entries.some(({ id }) => id === chosen.id)}
              onVoted={(request, verdict) => {
                countAgain();
                const text = describeDecision(request, verdict);
                rememberDecision(client, { requestId: request.id, verdict, text }, 'queue');
                void goOn(chosen, describeDecision(request, verdict, true));
              }}
            />
          )}
        </section>
      )}
    </div>
  );
}

/** Tells whether a click chooses: not one that opens another tab, and not Enter, which opens the page. */
const isPlainClick = ({ button, detail, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && detail > 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Reads the requests beside the chosen one, so that they are there when the reader goes on. */
function usePrefetch(entries: readonly (InboxEntry | undefined)[]): void {
  const client = useQueryClient();
  const ids = entries.flatMap((entry) => (entry?.kind === 'request' ? [entry.id] : [])).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ').filter((one) => one !== '')) void client.prefetchQuery(requestQuery(id));
  }, [client, ids]);
}

interface HeadProps {
  queue: ApprovalQueue;
  denialReason: string | undefined;
  isAfterDecision: boolean;
}

function Head({ queue, denialReason, isAfterDecision }: HeadProps) {
  const { unresolved } = queue.counts;
  const count = countNeedsMe(queue) - unresolved;
  return (
    <div className="px-4 pt-4 pb-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 tabIndex={-1} className="text-title font-semibold tracking-tight outline-none">
          {describeCount({ count, unresolved, denialReason, isAfterDecision })}
          {count > 0 && queue.value !== null && (
            <span className="ml-3 text-body font-normal tracking-normal text-dim">{describeValue(queue.value)}</span>
          )}
          {count > 0 && unresolved > 0 && (
            <span className="ml-3 text-body font-normal tracking-normal text-dim">
              and {describeUnresolved(unresolved)}
            </span>
          )}
        </h1>
        {count > 0 && <Keys />}
      </div>
      {count + unresolved === 0 && (
        <p className="text-body text-dim">
          {denialReason ?? 'Requests and changes appear here as soon as they wait for you.'}
        </p>
      )}
    </div>
  );
}

interface Counts extends Omit<HeadProps, 'queue'> {
  count: number;
  unresolved: number;
}

function describeCount({ count, unresolved, denialReason, isAfterDecision }: Counts): string {
  if (count > 0) return `${formatCount(count)} ${count === 1 ? 'needs' : 'need'} you`;
  if (unresolved > 0) return describeUnresolved(unresolved);
  if (denialReason !== undefined) return 'Approvals';
  return isAfterDecision ? 'Nothing else waits for you.' : 'Nothing waits for you.';
}

// What may have been sent is neither to be decided on like the others nor a part of their value.
const describeUnresolved = (count: number) => `${formatCount(count)} unknown or on hold`;

function Keys() {
  return (
    <p className="text-label text-dim max-lg:hidden">
      <Key>j</Key> <Key>k</Key> move <Key>a</Key> approve <Key>r</Key> reject
    </p>
  );
}

function Section({ section: { title, requesterName }, children }: { section: InboxSection; children: ReactNode }) {
  const heading = title ?? (
    <>
      From <UntrustedText text={requesterName} limit={80} />
    </>
  );
  return (
    <>
      <h2 className="border-b border-line px-4 pt-4 pb-2 text-label text-dim [overflow-wrap:anywhere]">{heading}</h2>
      <ol className="divide-y divide-line border-b border-line">{children}</ol>
    </>
  );
}
