'use client';

import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { RequestCase } from '@/app/(console)/_cases/request-case';
import { AttachmentsPanel } from '@/app/(console)/withdrawals/[id]/_files/attachments-panel';
import { ConversationPanel } from '@/app/(console)/withdrawals/[id]/conversation-panel';
import { useDecideButtons } from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { Signatures } from '@/app/(console)/withdrawals/[id]/_decision/signatures';
import { DecisionCard } from '@/app/(console)/withdrawals/[id]/_decision/decision-card';
import { Changes, RequestFacts } from '@/app/(console)/withdrawals/[id]/_page/request-facts';
import { RequestHeadline } from '@/app/(console)/withdrawals/[id]/_page/request-headline';
import { RequestAgain, RequestMenu } from '@/app/(console)/withdrawals/[id]/_page/request-menu';
import { RequestNotices } from '@/app/(console)/withdrawals/[id]/_page/request-notices';
import { RequestRecords } from '@/app/(console)/withdrawals/[id]/_page/request-records';
import { UnknownOutcomePanel } from '@/app/(console)/withdrawals/[id]/unknown-outcome-panel';
import { TestPaymentPanel } from '@/app/(console)/withdrawals/[id]/test-payment-panel';
import { QueueBar, useGoToNext } from '@/app/(console)/withdrawals/[id]/queue-bar';
import { RequestProgress } from '@/app/(console)/withdrawals/[id]/request-progress';
import { TransferPanel } from '@/app/(console)/withdrawals/[id]/transfer-panel';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { useWaiting } from '@/components/shell/session-watch';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { useRequest } from '@/components/withdrawals/decisions/use-request';
import { DecisionText, rememberDecision, useLastDecision } from '@/components/withdrawals/decisions/last-decision';
import type { Verdict } from '@/lib/requests/decisions';
import { describeDecision } from '@/lib/requests/describe-decision';
import { useMediaQuery } from '@/components/ui/browser/use-media-query';
import { Fact } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

interface RequestDetailsProps {
  initial: RequestView;
  /** True where the reader came from the approval queue and continues to the next request after a decision. */
  isInQueue: boolean;
  /** True where the reader may request withdrawals, and so this one once more. */
  canRequest: boolean;
}

/** Shows one request and its progress; the page updates by itself until nothing changes any more. */
export function RequestDetails({ initial, isInQueue, canRequest }: RequestDetailsProps) {
  const client = useQueryClient();
  const { queryKey } = requestQuery(initial.id);
  const { data: request = initial, isRefetchError } = useRequest(initial.id, initial);
  const goToNext = useGoToNext(initial);
  const readAgain = () => client.invalidateQueries({ queryKey });
  const { count: waiting, readAgain: countAgain } = useWaiting();
  const lastDecision = useLastDecision({ requestId: initial.id });
  // In a queue a short message says what was decided on the request before; here is only what went wrong since.
  const decided = isInQueue && !lastDecision?.isBad ? undefined : lastDecision;
  const onVoted = (verdict: Verdict) => {
    countAgain();
    const decidedOn = client.getQueryData<RequestView>(queryKey) ?? request;
    const made = { requestId: initial.id, verdict, text: describeDecision(decidedOn, verdict) };
    if (isInQueue) void goToNext(made, describeDecision(decidedOn, verdict, true));
    else rememberDecision(client, made, { requestId: initial.id });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isInQueue) heading.current?.focus({ preventScroll: true });
  }, [isInQueue]);
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((count) => count + 1);
  const isWide = useMediaQuery(TWO_COLUMNS, true);
  const { bar, dialog } = useDecideButtons({ request, isInQueue, onChanged: readAgain, onVoted, onAsk: ask });
  const testPayment = request.bundle?.kind === 'test-payment' && (
    <TestPaymentPanel testPayment={request.bundle} request={request} onChanged={readAgain} />
  );
  const signatures = (
    <div className="max-lg:order-1">
      <Signatures request={request} />
    </div>
  );
  return (
    <div className="print:[&_button]:hidden print:[&_nav]:hidden">
      <div aria-live="polite">
        {decided !== undefined && <DecisionText id={DECIDED_ID} {...decided} />}
        {decided !== undefined && !isInQueue && waiting > 0 && (
          <p className="mb-4 text-body print:hidden">
            <Link className="underline" href={routes.approvals}>
              {waiting} more {waiting === 1 ? 'waits' : 'wait'} for you
            </Link>
          </p>
        )}
      </div>
      {/* For the keyboard what is decided about comes before the buttons; on a phone, findings are drawn above facts. */}
      <div className="flex flex-col gap-x-10 gap-y-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(18rem,23rem)] lg:grid-rows-[auto_1fr] lg:gap-y-6">
        <div className="min-w-0 max-lg:contents lg:space-y-6">
          <div className="@container">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {isInQueue && <QueueBar request={initial} />}
              <span
                role="status"
                className={clsx(
                  'text-body font-medium',
                  // The slots beside the buttons say so on a phone.
                  isInQueue && request.state === 'AWAITING_APPROVAL' && 'max-md:sr-only',
                )}
              >
                <StatusMark {...describeRequest(request)} />
              </span>
              {/* A line of its own where it has no room beside the status. */}
              <div className="flex grow items-center gap-4 max-md:contents md:@max-[44rem]:order-1 md:@max-[44rem]:basis-full">
                <RequestProgress request={request} />
                <Expiry request={request} />
              </div>
              <span className="ml-auto print:hidden">
                <RequestMenu request={request} canRequest={canRequest} />
              </span>
            </div>
          </div>
          <RequestNotices request={request} isStale={isRefetchError}>
            <RequestAgain request={request} canRequest={canRequest} />
          </RequestNotices>
          <Changes request={request} />
          <RequestHeadline
            request={request}
            headingRef={heading}
            describedBy={decided === undefined ? undefined : DECIDED_ID}
          />
          <div className="min-w-0 max-lg:order-1">
            <RequestFacts request={request}>
              <AttachmentsPanel request={request} onChanged={readAgain} />
              <BatchFact request={request} />
            </RequestFacts>
          </div>
        </div>
        <div className="min-w-0 max-lg:contents lg:sticky lg:space-y-5 lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <UnknownOutcomePanel request={request} onChanged={() => void readAgain()} />
          {/* Once both are approved, it has the next step. */}
          {request.state !== 'AWAITING_APPROVAL' && testPayment}
          <DecisionCard request={request} signatures={signatures} buttons={bar} isWhole={isWide} />
          <NextOfBatch request={request} />
          {request.state === 'AWAITING_APPROVAL' && testPayment}
        </div>
        <div className="min-w-0 max-lg:contents lg:col-start-1 lg:space-y-6">
          {!isWide && signatures}
          <div className="min-w-0 space-y-6 max-lg:order-2">
            <FollowUps request={request} />
            <TransferPanel request={request} />
            <ConversationPanel request={request} onChanged={readAgain} asked={asked} onAsk={ask} />
            {request.transferId !== null && <RequestCase transferId={request.transferId} />}
            <RequestRecords request={request} />
          </div>
        </div>
        {!isWide && bar !== null && (
          <section aria-label="Your decision" className="contents">
            {bar}
          </section>
        )}
      </div>
      {dialog}
    </div>
  );
}

const DECIDED_ID = 'last-decision';
// As `lg`.
const TWO_COLUMNS = '(min-width: 64rem)';

/** Says until when a request can be decided on. */
function Expiry({ request: { state, expiresAt } }: { request: RequestView }) {
  if (state !== 'AWAITING_APPROVAL') return null;
  return (
    <span className="text-label whitespace-nowrap text-dim max-md:hidden">
      expires <Time iso={expiresAt} />
    </span>
  );
}

/** Links the batch of the request. */
function BatchFact({ request: { bundle } }: { request: RequestView }) {
  if (bundle?.kind !== 'batch') return null;
  return (
    <Fact name="Batch">
      <Link className="underline" href={routes.batch(bundle.id)}>
        <UntrustedText text={bundle.name} />
      </Link>
      , item {bundle.position + 1} of {bundle.count}
    </Fact>
  );
}

/** Links the request that this one follows, and the one that follows it. */
function FollowUps({ request: { follows, followedBy } }: { request: RequestView }) {
  return (
    <div className="space-y-1 text-body empty:hidden">
      {follows && (
        <p>
          Follows{' '}
          <Link className="font-mono underline" href={routes.withdrawal(follows.id)}>
            {follows.refId}
          </Link>
        </p>
      )}
      {followedBy && (
        <p>
          Requested again as{' '}
          <Link className="font-mono underline" href={routes.withdrawal(followedBy.id)}>
            {followedBy.refId}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Links to the next item of the batch, once this one no longer needs the reader. */
function NextOfBatch({ request: { bundle, denialReason } }: { request: RequestView }) {
  if (bundle?.kind !== 'batch' || bundle.nextId === null || denialReason.approve === null) return null;
  return (
    <p className="text-body">
      <Link className="underline" href={routes.withdrawal(bundle.nextId)}>
        Next item in this batch
      </Link>
    </p>
  );
}
