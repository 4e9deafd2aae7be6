'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RequestCase } from '@/app/(console)/_cases/request-case';
import { WatchButton } from '@/app/(console)/_cases/watch-button';
import { AttachmentsPanel } from '@/app/(console)/withdrawals/[id]/_files/attachments-panel';
import { Attempts } from '@/app/(console)/withdrawals/[id]/attempts';
import { ConversationPanel } from '@/app/(console)/withdrawals/[id]/conversation-panel';
import { DecideButtons } from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { UnknownOutcomePanel } from '@/app/(console)/withdrawals/[id]/unknown-outcome-panel';
import { TestPaymentPanel } from '@/app/(console)/withdrawals/[id]/test-payment-panel';
import { SaveTemplate } from '@/app/(console)/withdrawals/_templates/save-template';
import { QueueBar, useGoToNext } from '@/app/(console)/withdrawals/[id]/queue-bar';
import { RecipientPanel } from '@/app/(console)/withdrawals/[id]/recipient-panel';
import { RequestProgress } from '@/app/(console)/withdrawals/[id]/request-progress';
import { TransferPanel } from '@/app/(console)/withdrawals/[id]/transfer-panel';
import { RequestBodyPanel } from '@/app/(console)/withdrawals/[id]/request-body-panel';
import { ApprovalsPanel } from '@/app/(console)/withdrawals/[id]/approvals-panel';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { buttonClass } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { useWaiting } from '@/components/shell/session-watch';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { DecisionText, rememberDecision, useLastDecision } from '@/components/withdrawals/decisions/last-decision';
import type { Verdict } from '@/lib/requests/decisions';
import { describeDecision } from '@/lib/requests/describe-decision';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { followUpDenialReason } from '@/lib/requests/follow-up';
import { describeRequest, isSettled, type RequestView } from '@/lib/requests/request-view';
import { labelFirstPayment } from '@/lib/risk/first-payment';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { groupDigits } from '@/lib/money/format-amount';
import { theService } from '@/lib/text/service-name';
import { EvidenceLink } from '@/components/withdrawals/evidence-link';
import { CopySummary } from '@/components/data/copy-summary';
import { writeRequestSummary } from '@/lib/requests/write-summary';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { describeStatus } from '@/lib/transfers/describe-status';

const REFRESH_MS = 1000;
const REFRESH_SLOWLY_MS = 5000;
const SLOW_AFTER_MS = 60_000;

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
  const { data: request, isRefetchError } = useQuery({
    ...requestQuery(initial.id),
    initialData: initial,
    refetchInterval: ({ state: { data } }) => refreshEvery(data ?? initial),
  });
  const goToNext = useGoToNext(initial);
  const readAgain = () => client.invalidateQueries({ queryKey });
  const { count: waiting, readAgain: countAgain } = useWaiting();
  const decided = useLastDecision({ requestId: initial.id });
  const onVoted = (verdict: Verdict) => {
    countAgain();
    const text = describeDecision(client.getQueryData(queryKey) ?? request, verdict);
    const made = { requestId: initial.id, verdict, text };
    if (isInQueue) void goToNext(made);
    else rememberDecision(client, made, { requestId: initial.id });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isInQueue) heading.current?.focus({ preventScroll: true });
  }, [isInQueue]);
  const { requesterName, createdAt, refId } = request;
  return (
    <div className="print:[&_button]:hidden print:[&_nav]:hidden">
      {isInQueue && <QueueBar request={initial} />}
      <div aria-live="polite">
        {decided !== undefined && <DecisionText id={DECIDED_ID} text={decided} />}
        {decided !== undefined && !isInQueue && waiting > 0 && (
          <p className="mb-4 text-body print:hidden">
            <Link className="underline" href={routes.approvals}>
              {waiting} more {waiting === 1 ? 'waits' : 'wait'} for you
            </Link>
          </p>
        )}
      </div>
      <PageTitle
        title={titleOf(request)}
        headingRef={heading}
        describedBy={decided === undefined ? undefined : DECIDED_ID}
        subtitle={
          <>
            Requested by <UntrustedText text={requesterName} />, <Time iso={createdAt} withSeconds /> ·{' '}
            <span className="font-mono">{refId}</span>
            {request.hasEvidence && (request.isRequestSigned ? ' · signed with a passkey' : ' · not signed')}
            <BatchLink bundle={request.bundle} />
            <div className="mt-2 text-ink">
              <span role="status">
                <StatusMark {...describeRequest(request)} />
              </span>
              <FollowUps request={request} />
            </div>
          </>
        }
        actions={
          <>
            {canRequest && request.isMine && <NewWithdrawal />}
            {canRequest && <OnceMore request={request} />}
            {canRequest && <SaveTemplate read={() => ({ requestId: request.id })} />}
            {canRequest && <PlanLink requestId={request.id} />}
            {request.transferId !== null && (
              <Link className={buttonClass('plain')} href={routes.confirmation(request.transferId)}>
                Payment confirmation
              </Link>
            )}
            <CopySummary write={() => writeRequestSummary(request)} />
            {request.hasEvidence && <EvidenceLink href={downloadRoutes.evidenceOf(request.id)} />}
            <WatchButton target={{ requestId: request.id }} isPending={!isSettled(request)} />
          </>
        }
      />
      <div className="mb-4 space-y-3 empty:hidden">
        <Alarms request={request} isStale={isRefetchError} />
      </div>
      <RequestProgress request={request} />
      {/* In this order on a phone: what will be sent, its checks, then the buttons. */}
      <Columns
        aside={
          <>
            {request.bundle?.kind === 'test-payment' && (
              <TestPaymentPanel testPayment={request.bundle} request={request} onChanged={readAgain} />
            )}
            <RecipientPanel request={request} />
            {request.send && <Attempts request={request} />}
          </>
        }
        after={
          <>
            <DecideButtons request={request} isInQueue={isInQueue} onChanged={readAgain} onVoted={onVoted} />
            <NextOfBatch request={request} />
            <ApprovalsPanel request={request} />
            <ConversationPanel request={request} onChanged={readAgain} />
            {request.transferId !== null && <RequestCase transferId={request.transferId} />}
          </>
        }
      >
        <UnknownOutcomePanel request={request} onChanged={() => void readAgain()} />
        <TransferPanel request={request} />
        <RequestBodyPanel request={request} />
        <AttachmentsPanel request={request} onChanged={readAgain} />
      </Columns>
    </div>
  );
}

const DECIDED_ID = 'last-decision';

/** Links to the form for the next withdrawal: a requester with ten of them comes from here. */
function NewWithdrawal() {
  return (
    <Link href={routes.newWithdrawal} className={buttonClass('plain')}>
      New withdrawal
    </Link>
  );
}

/** Links to the form that plans further payments like this one. */
function PlanLink({ requestId }: { requestId: string }) {
  return (
    <Link href={routes.planPayment({ request: requestId })} className={buttonClass('plain')}>
      Plan
    </Link>
  );
}

/** Links to the form that requests an unpaid withdrawal again, or repeats any other; nothing where a later one does. */
function OnceMore({ request }: { request: RequestView }) {
  if (request.followedBy) return null;
  return followUpDenialReason(request) === undefined ? (
    // One that can be queued again needs no new approvals.
    <Link
      href={routes.requestAgain(request.id)}
      className={buttonClass(request.resolutions.includes('send-again') ? 'plain' : 'primary')}
    >
      Request again
    </Link>
  ) : (
    <Link href={routes.repeatWithdrawal({ request: request.id })} className={buttonClass('plain')}>
      Repeat
    </Link>
  );
}

/** Links the request that this one follows, and the one that follows it. */
function FollowUps({ request: { follows, followedBy } }: { request: RequestView }) {
  return (
    <div className="mt-1 space-y-0.5 text-body empty:hidden">
      {followedBy && (
        <p>
          Requested again as{' '}
          <Link className="font-mono underline" href={routes.withdrawal(followedBy.id)}>
            {followedBy.refId}
          </Link>
        </p>
      )}
      {follows && (
        <p>
          Follows{' '}
          <Link className="font-mono underline" href={routes.withdrawal(follows.id)}>
            {follows.refId}
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

function BatchLink({ bundle }: { bundle: RequestView['bundle'] }) {
  if (bundle?.kind !== 'batch') return null;
  return (
    <>
      {' '}
      · item {bundle.position + 1} of {bundle.count} in the batch{' '}
      <Link className="underline" href={routes.batch(bundle.id)}>
        <UntrustedText text={bundle.name} />
      </Link>
    </>
  );
}

function titleOf({ body, firstPayment, recipientName }: RequestView): string {
  const to = recipientName === null ? '' : ` to ${readableText(recipientName, 80)}`;
  const { amount, asset } = fixedValueOf(body);
  const sentAs = asset === body.asset ? '' : ` as ${body.asset}`;
  return `Withdraw ${groupDigits(amount)} ${asset}${sentAs}${to}${firstPayment === null ? '' : `, ${labelFirstPayment(firstPayment)}`}`;
}

function Alarms({ request, isStale }: { request: RequestView; isStale: boolean }) {
  const { send, alarm, stopped, transfer } = request;
  return (
    <>
      {isStale && <StaleDataNotice />}
      {request.isBeforeRestore && send === null && request.state !== 'CANCELLED' && <BeforeRestore request={request} />}
      {alarm !== null && <Notice look="bad" title={alarm} />}
      {stopped &&
        (send === null || send.state === 'QUEUED') &&
        request.state !== 'CANCELLED' &&
        !isSettled(request) && (
          <Notice look="warn" title="Sending is stopped. This withdrawal waits until sending resumes.">
            <p>
              <UntrustedText text={stopped.reason} /> (stopped <Time iso={stopped.since} />)
            </p>
          </Notice>
        )}
      {send?.transferStatus === 'FAILED' && (
        // A failed transfer returns the reserved balance (docs/specification/service-facts.md#states).
        <Notice look="bad" title={`The transfer failed at ${theService()}. The recipient received nothing.`}>
          {transfer && describeStatus(transfer).reasons.map((reason) => <p key={reason}>{reason}</p>)}
          <p>
            According to its documentation, {theService()} returns the reserved balance. To pay the recipient, correct
            the cause and choose “Request again”.
          </p>
        </Notice>
      )}
    </>
  );
}

/** Says what to do with a request from before a restore, which can neither be approved nor changed. */
function BeforeRestore({ request: { id, refId, isMine } }: { request: RequestView }) {
  return (
    <Notice
      look="warn"
      title="This request is from before the database was restored. It cannot be approved or changed."
    >
      <p>
        It may have been approved and paid since the backup.{' '}
        <Link className="underline" href={`${routes.transfers}?q=${encodeURIComponent(refId)}`}>
          Look up its reference
        </Link>{' '}
        first. If it was not paid,{' '}
        {isMine ? (
          <Link className="underline" href={routes.requestAgain(id)}>
            request it again
          </Link>
        ) : (
          'its requester can request it again'
        )}{' '}
        with a new reference.
      </p>
    </Notice>
  );
}

function refreshEvery(request: RequestView): number | false {
  const { createdAt, state, send, bundle, isCostDue } = request;
  // While several people may decide, or while the withdrawal is being sent, every reader sees changes at once.
  if (
    state === 'AWAITING_APPROVAL' ||
    send?.state === 'QUEUED' ||
    send?.state === 'SENDING' ||
    send?.state === 'UNKNOWN'
  )
    return REFRESH_MS;
  // The requester can still change the request.
  if (state === 'REJECTED' || state === 'EXPIRED') return REFRESH_SLOWLY_MS;
  // The page also shows the other part of a test payment, which may still change.
  const isOver =
    bundle?.kind === 'test-payment' ? isSettled(bundle.test) && isSettled(bundle.remainder) : isSettled(request);
  if (isOver && !isCostDue) return false;
  return Date.now() - Date.parse(createdAt) > SLOW_AFTER_MS ? REFRESH_SLOWLY_MS : REFRESH_MS;
}
