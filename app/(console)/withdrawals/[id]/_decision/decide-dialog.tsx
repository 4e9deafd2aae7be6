'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import {
  cancelAction,
  decideAction,
  decideOnBundleAction,
  holdSendAction,
  withdrawApprovalAction,
} from '@/app/(console)/withdrawals/[id]/actions';
import { FindingsPanel, useFindings } from '@/app/(console)/withdrawals/[id]/_decision/findings-panel';
import { useEnteredAmount } from '@/app/(console)/withdrawals/[id]/_decision/entered-amount';
import { ChosenAddress } from '@/app/(console)/withdrawals/[id]/_decision/chosen-address';
import { DecisionSummary, RequestSummaryBox } from '@/app/(console)/withdrawals/[id]/_decision/decision-summary';
import { ApprovalEffect } from '@/app/(console)/withdrawals/[id]/_decision/approval-effect';
import type { ReturnedDecision } from '@/app/(console)/withdrawals/[id]/_decision/kept-decision';
import { Notice } from '@/components/ui/notice';
import { callAction } from '@/components/data/call-action';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { FileNames } from '@/components/attachments/file-list';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import type { Verdict } from '@/lib/requests/decisions';
import { findApproveEffect, nameApproval } from '@/lib/requests/approve-effect';
import { TEST_POSITION, type TestPaymentView } from '@/lib/requests/bundles/bundles';
import type { RequestView } from '@/lib/requests/request-view';
import { useAskingChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import { isFinding } from '@/lib/risk/summarize-checks';

export type DecideAction = 'approve' | 'reject' | 'withdraw-approval' | 'hold' | 'cancel';

interface DecideDialogProps {
  action: DecideAction;
  request: RequestView;
  /** What others did while the dialog was open; undefined where nothing relevant changed. */
  concurrentChange: string | undefined;
  /** Gives for how long the request has been shown, in milliseconds. */
  readShownMs: () => number;
  onChanged: () => Promise<unknown>;
  onVoted: (verdict: Verdict) => void;
  /** True where the page goes on to the next request: the answer does not wait for a send. */
  isInQueue: boolean;
  onClose: () => void;
  /** Where the person comes back from renewing their sign-in: their comment, or why it is empty. */
  returned?: ReturnedDecision | undefined;
  /** Keeps the decision while the person renews their sign-in. */
  onRenew: (comment: string) => void;
}

/** Asks for confirmation before a request is approved, rejected, held or cancelled, or an approval is withdrawn. */
export function DecideDialog({
  action,
  request,
  concurrentChange,
  readShownMs,
  onChanged,
  onVoted,
  isInQueue,
  onClose,
  returned,
  onRenew,
}: DecideDialogProps) {
  const router = useRouter();
  // The reason to reject what the person was about to approve.
  const [rejection, setRejection] = useState<string>();
  const taken = rejection === undefined ? action : 'reject';
  const finish = async () => {
    await onChanged();
    onClose();
    if (taken === 'approve') onVoted('APPROVED');
    if (taken === 'reject') onVoted('REJECTED');
    router.refresh();
  };
  const close = () => {
    onClose();
    void onChanged();
  };
  const shared = { request, readShownMs, dialog: { onClose: close, onDone: () => void finish(), concurrentChange } };
  switch (taken) {
    case 'approve':
      return (
        <ApproveDialog
          {...shared}
          isInQueue={isInQueue}
          returned={returned}
          onRenew={onRenew}
          onReject={request.denialReason.reject === null ? setRejection : undefined}
        />
      );
    case 'reject':
      return <RejectDialog {...shared} reason={rejection} />;
    case 'withdraw-approval':
      return <WithdrawApprovalDialog {...shared} />;
    case 'hold':
      return <HoldDialog {...shared} />;
    case 'cancel':
      return <CancelDialog {...shared} />;
  }
}

interface ActionDialogProps {
  request: RequestView;
  readShownMs: () => number;
  dialog: { onClose: () => void; onDone: () => void; concurrentChange: string | undefined };
}

const REASON = { label: 'Reason', missing: 'Enter a reason.' };

const testPaymentOf = ({ bundle }: RequestView) => (bundle?.kind === 'test-payment' ? bundle : undefined);

function decide(
  request: RequestView,
  vote: {
    verdict: Verdict;
    comment: string;
    chosenAddress: string;
    totals?: Record<string, string>;
    shownMs: number;
    answersAtOnce?: boolean;
    forPersonId?: string;
    signature?: 'declined';
  },
) {
  const { id: requestId, version, bodySha256 } = request;
  const testPayment = testPaymentOf(request);
  return testPayment
    ? signWhereAsked({ bundleId: testPayment.id, bundleSha256: testPayment.sha256, ...vote }, decideOnBundleAction)
    : signWhereAsked({ requestId, version, bodySha256, ...vote }, decideAction);
}

function ApproveDialog({
  request,
  readShownMs,
  dialog,
  isInQueue,
  returned,
  onRenew,
  onReject,
}: ActionDialogProps &
  Pick<DecideDialogProps, 'isInQueue' | 'returned' | 'onRenew'> & {
    /** Opens the rejection with a reason; undefined where the person cannot reject. */
    onReject: ((reason: string) => void) | undefined;
  }) {
  const [chosenAddress, setChosenAddress] = useState('');
  const asked = useAskingChecks(request, needsAddressChoice);
  const { totals, isConfirmed, isHidden, other, field } = useEnteredAmount(request);
  const reason =
    chosenAddress !== '' && chosenAddress !== request.body.destination_address
      ? `The recipient gave another address: ${chosenAddress}`
      : other && `The invoice says ${other}.`;
  const { lines } = useFindings(request);
  const [delegator, setDelegator] = useState(() => firstDelegator(request.decidesFor));
  const testPayment = testPaymentOf(request);
  return (
    <DecisionDialog
      {...dialog}
      title={nameQuestion(request, isHidden)}
      confirmLabel={isHidden ? 'Approve' : nameApproval(findApproveEffect(request))}
      instead={reason !== undefined && onReject ? { label: 'Reject…', onChoose: () => onReject(reason) } : undefined}
      look="primary"
      consequence={<ApprovalEffect request={request} />}
      comment={{ label: 'Comment (optional)' }}
      isStale={!request.isSignInFresh}
      entered={JSON.stringify([chosenAddress, totals])}
      needsButton={lines.some(isFinding)}
      initialComment={returned?.comment ?? ''}
      keepComment={onRenew}
      isConfirmed={isConfirmed}
      decide={(comment) =>
        decide(request, {
          verdict: 'APPROVED',
          comment,
          chosenAddress,
          totals,
          shownMs: readShownMs(),
          // A test payment is the workers' to send.
          ...(!testPayment && { answersAtOnce: isInQueue }),
          ...toForPerson(delegator),
        })
      }
    >
      {returned?.warning !== undefined && <Notice look="warn" title={returned.warning} />}
      {/* The page behind has the amount (app/globals.css). */}
      <div data-asks-amount={isHidden || undefined}>
        <DecisionSummary request={request} isAddressAsked={asked !== null} isAmountHidden={isHidden} />
      </div>
      {asked && <ChosenAddress request={request} checks={asked} chosen={chosenAddress} onChoose={setChosenAddress} />}
      {request.attachments.length > 0 && <FileNames files={request.attachments} />}
      <FindingsPanel request={request} isShort isAmountHidden={isHidden} />
      {field}
      <DecideAs decidesFor={request.decidesFor} chosen={delegator} onChoose={setDelegator} />
      {request.isSigner && <PasskeyNext />}
    </DecisionDialog>
  );
}

/** Asks about an approval by what it does, as the button does. */
function nameQuestion(request: RequestView, isAmountHidden: boolean): string {
  if (testPaymentOf(request)) return 'Approve the test payment and its remainder?';
  const effect = findApproveEffect(request);
  return effect.kind === 'sends' && !isAmountHidden ? `${nameApproval(effect)} now?` : 'Approve this withdrawal?';
}

function RejectDialog({
  request,
  readShownMs,
  dialog,
  reason = '',
}: ActionDialogProps & {
  /** The first text of the reason. */
  reason?: string | undefined;
}) {
  const [delegator, setDelegator] = useState(() => firstDelegator(request.decidesFor));
  const testPayment = testPaymentOf(request);
  return (
    <DecisionDialog
      {...dialog}
      title={testPayment ? 'Reject the test payment and its remainder?' : 'Reject this withdrawal?'}
      confirmLabel="Reject"
      look="danger"
      consequence={`Nothing is sent. The requester can ${testPayment ? 'request both again' : 'change the request'}.`}
      comment={REASON}
      initialComment={reason}
      canDoWithoutPasskey
      decide={(comment, without) =>
        decide(request, {
          verdict: 'REJECTED',
          comment,
          chosenAddress: '',
          shownMs: readShownMs(),
          ...toForPerson(delegator),
          ...without,
        })
      }
    >
      <DecisionSummary request={request} />
      <DecideAs decidesFor={request.decidesFor} chosen={delegator} onChoose={setDelegator} />
    </DecisionDialog>
  );
}

function WithdrawApprovalDialog({ request, dialog }: Omit<ActionDialogProps, 'readShownMs'>) {
  return (
    <DecisionDialog
      {...dialog}
      title="Withdraw your approval?"
      confirmLabel="Withdraw approval"
      look="danger"
      consequence={explainWithdrawal(testPaymentOf(request))}
      comment={REASON}
      canDoWithoutPasskey
      decide={(reason, without) =>
        signWhereAsked({ requestId: request.id, version: request.version, reason, ...without }, withdrawApprovalAction)
      }
    >
      <RequestSummaryBox request={request} />
      <p>You cannot approve or reject this version again. If sending has begun meanwhile, nothing is withdrawn.</p>
    </DecisionDialog>
  );
}

function explainWithdrawal(testPayment: TestPaymentView | undefined): string {
  if (!testPayment) return 'The withdrawal is not sent unless another person approves in your place.';
  return testPayment.test.state === 'SENT'
    ? 'The remainder is not sent and cannot be approved again. To pay the rest, the requester makes a new request.'
    : 'The test payment and its remainder are not sent unless another person approves both in your place.';
}

function HoldDialog({ request, dialog }: Omit<ActionDialogProps, 'readShownMs'>) {
  return (
    <DecisionDialog
      {...dialog}
      title="Put this withdrawal on hold?"
      confirmLabel="Put on hold"
      look="danger"
      consequence="Two people then decide to send it, or to close it as not sent. If sending begins first, nothing is held."
      comment={REASON}
      decide={(reason) => callAction(holdSendAction, { requestId: request.id, reason })}
    >
      <RequestSummaryBox request={request} />
    </DecisionDialog>
  );
}

function CancelDialog({ request, dialog }: Omit<ActionDialogProps, 'readShownMs'>) {
  const testPayment = testPaymentOf(request);
  return (
    <DecisionDialog
      {...dialog}
      title="Cancel this request?"
      confirmLabel="Cancel request"
      look="danger"
      consequence={`Nothing will be sent. You can request it again later.${testPayment ? ` ${explainCancellation(testPayment)}` : ''}`}
      canDoWithoutPasskey
      decide={(_, without) => signWhereAsked({ requestId: request.id, ...without }, cancelAction)}
    >
      <RequestSummaryBox request={request} />
    </DecisionDialog>
  );
}

function explainCancellation({ position, remainder }: TestPaymentView): string {
  if (remainder.state === 'AWAITING_APPROVAL') return 'The test payment and its remainder are cancelled together.';
  return position === TEST_POSITION
    ? 'The remainder is cancelled too.'
    : 'The test payment is not cancelled: it has been sent or will be sent.';
}
