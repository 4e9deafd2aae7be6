'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { BatchPane } from '@/app/(console)/approvals/batch-pane';
import { Summary } from '@/app/(console)/approvals/summary';
import { DecideButtons } from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { FindingsPanel } from '@/app/(console)/withdrawals/[id]/_decision/findings-panel';
import { Signatures } from '@/app/(console)/withdrawals/[id]/_decision/signatures';
import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { AttachmentsPanel } from '@/app/(console)/withdrawals/[id]/_files/attachments-panel';
import { Changes, RequestFacts } from '@/app/(console)/withdrawals/[id]/_page/request-facts';
import { Headline, RequestHeadline } from '@/app/(console)/withdrawals/[id]/_page/request-headline';
import { RequestNotices } from '@/app/(console)/withdrawals/[id]/_page/request-notices';
import { ConversationPanel } from '@/app/(console)/withdrawals/[id]/conversation-panel';
import { TestPaymentPanel } from '@/app/(console)/withdrawals/[id]/test-payment-panel';
import { Button, buttonClass } from '@/components/ui/button';
import { Key, KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/values/time';
import { StatusMark } from '@/components/ui/status-mark';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { useRequest } from '@/components/withdrawals/decisions/use-request';
import { routes } from '@/lib/http/routes';
import { TheService } from '@/lib/text/service-name';
import type { Verdict } from '@/lib/requests/decisions';
import { hrefOf, type InboxEntry } from '@/lib/requests/inbox/inbox';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';

interface PaneProps {
  entry: InboxEntry;
  /** False where the entry has left the queue while it was read. */
  isWaiting: boolean;
  /** Called after the reader's own vote, with the request as it was read afterwards. */
  onVoted: (request: RequestView, verdict: Verdict) => void;
}

/** Shows what is chosen: a request with its buttons, and anything else in short. `Enter` opens its page. */
export function Pane({ entry, isWaiting, onVoted }: PaneProps) {
  const href = hrefOf(entry);
  useEnter(href);
  return (
    <>
      {!isWaiting && (
        <Notice look="info" title="This no longer waits for you.">
          <p>
            Press <Key>j</Key> to go on.
          </p>
        </Notice>
      )}
      <div ref={showBeginning}>
        <Link href={href} aria-keyshortcuts="Enter" className={buttonClass('quiet', 'float-right -mr-3.5')}>
          Open
          <KeyHint>↵</KeyHint>
        </Link>
        {entry.kind === 'request' || entry.kind === 'unresolved' ? (
          <RequestPane entry={entry} onVoted={onVoted} />
        ) : entry.kind === 'batch' ? (
          <BatchPane batch={entry.item} />
        ) : (
          <Summary entry={entry} />
        )}
      </div>
    </>
  );
}

/** Scrolls to the beginning of what is shown next. */
const showBeginning = (shown: HTMLElement | null) => shown?.parentElement?.scrollTo({ top: 0 });

/** Opens the page by Enter, wherever the key belongs to nothing else. */
function useEnter(href: string): void {
  const router = useRouter();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || event.target !== document.body) return;
    if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog:modal')) return;
    router.push(href);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

interface RequestPaneProps extends Pick<PaneProps, 'onVoted'> {
  entry: Extract<InboxEntry, { kind: 'request' | 'unresolved' }>;
}

function RequestPane({ entry: { id, item }, onVoted }: RequestPaneProps) {
  const client = useQueryClient();
  const { queryKey } = requestQuery(id);
  const { data, isError, refetch } = useRequest(id);
  // What the list knows is there at once, and nothing of a request that was read before: its buttons are its own.
  if (data?.id !== id)
    return (
      <div className="space-y-5" aria-busy={!isError}>
        <Headline request={'value' in item ? item : { ...item, firstPayment: null }} checks={null} level="h2" />
        {isError ? (
          <Notice look="bad" title="The request could not be read">
            <p>Nothing was decided. The console keeps trying.</p>
            <Button className="mt-2" onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        ) : (
          <p role="status" className="text-label text-dim">
            Reading its checks…
          </p>
        )}
      </div>
    );
  return (
    <Reading
      request={data}
      isStale={isError}
      onChanged={() => client.invalidateQueries({ queryKey })}
      onVoted={(verdict) => onVoted(client.getQueryData(queryKey) ?? data, verdict)}
    />
  );
}

const describeSearch = () => `${TheService()} is searched again`;

/** Leads from a withdrawal with an unknown outcome, or on hold, to its page, where it is looked up and resolved. */
function NextStep({ request: { id, send, reconciliation, denialReason } }: { request: RequestView }) {
  if (send?.state !== 'UNKNOWN' && send?.state !== 'HOLD') return null;
  return (
    <div className="max-w-card space-y-3 text-body">
      <p>
        {reconciliation?.nextWalkAt && (
          <>
            {describeSearch()} <Time iso={reconciliation.nextWalkAt} /> or shortly after.{' '}
          </>
        )}
        {denialReason.resolve ?? 'Look it up, then propose what became of it. A second person confirms.'}
      </p>
      {denialReason.resolve === null && (
        <Link href={routes.withdrawal(id)} className={buttonClass('primary', 'w-full')}>
          Look up and resolve
        </Link>
      )}
    </div>
  );
}

interface ReadingProps {
  request: RequestView;
  isStale: boolean;
  onChanged: () => Promise<unknown>;
  onVoted: (verdict: Verdict) => void;
}

/** Shows a request by the parts of its page: amount, recipient, findings, other facts, signatures, and the buttons. */
function Reading({ request, isStale, onChanged, onVoted }: ReadingProps) {
  const { isPending } = useCurrentChecks(request);
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((count) => count + 1);
  const isAwaiting = request.state === 'AWAITING_APPROVAL';
  const { comments } = request.conversation;
  return (
    <div className="space-y-5">
      {!isAwaiting && (
        <p role="status" className="text-body font-medium">
          <StatusMark {...describeRequest(request)} />
        </p>
      )}
      <RequestNotices request={request} isStale={isStale} />
      <Changes request={request} />
      <RequestHeadline request={request} level="h2" />
      <NextStep request={request} />
      {isAwaiting && <FindingsPanel request={request} />}
      <RequestFacts request={request}>
        <AttachmentsPanel request={request} onChanged={onChanged} />
      </RequestFacts>
      {request.bundle?.kind === 'test-payment' && (
        <TestPaymentPanel testPayment={request.bundle} request={request} onChanged={onChanged} />
      )}
      <div className="[&>ol]:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
        <Signatures request={request} />
      </div>
      {/* Nothing is decided before its findings are shown. */}
      {!(isAwaiting && isPending && request.checks === null) && (
        <div className="max-w-card">
          <DecideButtons request={request} isInQueue onChanged={onChanged} onVoted={onVoted} onAsk={ask} />
        </div>
      )}
      {(comments.length > 0 || asked > 0) && (
        <ConversationPanel request={request} onChanged={onChanged} asked={asked} onAsk={ask} />
      )}
    </div>
  );
}
