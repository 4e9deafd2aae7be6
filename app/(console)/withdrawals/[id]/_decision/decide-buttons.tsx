'use client';

import { type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { ApprovalEffect } from '@/app/(console)/withdrawals/[id]/_decision/approval-effect';
import { type DecideAction, DecideDialog } from '@/app/(console)/withdrawals/[id]/_decision/decide-dialog';
import {
  keepDecision,
  type ReturnedDecision,
  takeDecision,
} from '@/app/(console)/withdrawals/[id]/_decision/kept-decision';
import { RemindApprovers } from '@/app/(console)/withdrawals/[id]/_decision/remind-approvers';
import { TextOwner } from '@/components/form/kept-text';
import { useRenewSignIn } from '@/components/shell/renew-sign-in';
import { readableText } from '@/components/values/untrusted-text';
import { ActionBar } from '@/components/ui/action-bar';
import { Button, buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { SignatureSlots } from '@/components/withdrawals/signature-lines';
import { useShownTime } from '@/components/withdrawals/use-shown-time';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { nameDecider } from '@/lib/delegation/delegations';
import { findApproveEffect, nameApproval } from '@/lib/requests/approve-effect';
import type { Verdict } from '@/lib/requests/decisions';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

export interface DecideButtonsProps {
  request: RequestView;
  /** Called after an attempt to decide, successful or not, to read the request again. */
  onChanged: () => Promise<unknown>;
  /** Called after the reader's own vote, once the request was read again. */
  onVoted: (verdict: Verdict) => void;
  /** Opens the field for a question. */
  onAsk: () => void;
  /** True where the page goes on to the next request after a decision. */
  isInQueue: boolean;
}

/** Tells whether there is anything that the reader, or someone else, can decide on a request. */
export function hasButtons({ state, denialReason }: RequestView): boolean {
  return (
    state === 'AWAITING_APPROVAL' ||
    (state === 'APPROVED' &&
      (denialReason.cancel === null || denialReason.withdrawApproval === null || denialReason.hold === null))
  );
}

/**
 * Shows the actions that the reader can take on a request, and why the others are disabled. Each asks for confirmation.
 * Below 1024 px they stay at the bottom of the window.
 */
export function DecideButtons(props: DecideButtonsProps) {
  const { bar, dialog } = useDecideButtons(props);
  return (
    <>
      {bar}
      {dialog}
    </>
  );
}

/**
 * Gives the buttons of `DecideButtons` and the dialog that they open, for a page that moves the buttons with the width
 * of the window: the dialog stays, with what was entered.
 */
export function useDecideButtons({
  request,
  isInQueue,
  onChanged,
  onVoted,
  onAsk,
}: DecideButtonsProps): Record<'bar' | 'dialog', ReactNode> {
  // The request as it was when the dialog was opened: the reader confirms what they read, whatever arrives meanwhile.
  const [opened, setOpened] = useState<{ action: DecideAction; request: RequestView; returned?: ReturnedDecision }>();
  const personId = useContext(TextOwner);
  const { isLeaving, renew } = useRenewSignIn();
  const { denialReason, state, conversation } = request;
  const readShownMs = useShownTime(`${request.id} ${request.version}`);
  const canWithdraw = denialReason.withdrawApproval === null;
  const canHold = denialReason.hold === null;
  const open = (action: DecideAction) => setOpened({ action, request });
  const isForReader = state === 'AWAITING_APPROVAL' && !request.isMine;
  const canReject = isForReader && denialReason.reject === null;
  const canApprove = isForReader && denialReason.approve === null && conversation.approveBlockReason === null;
  const canAsk = isForReader && conversation.denialReason === null && conversation.askDenialReason === null;
  const mustRenew = canApprove && !request.isSignInFresh;
  const keep = (comment: string) => {
    if (personId !== undefined) keepDecision(sessionStorage, request, { personId, comment });
  };
  const approve = () => (mustRenew ? renew(() => keep('')) : open('approve'));
  // Back from the sign-in, the dialog opens again. The person confirms: nothing is decided by coming back.
  const reopen = useEffectEvent(() => {
    const returned = personId === undefined ? undefined : takeDecision(sessionStorage, request, personId);
    if (returned && canApprove) setOpened({ action: 'approve', request, returned });
  });
  useEffect(() => {
    // After the page is there as the server wrote it.
    queueMicrotask(reopen);
  }, []);
  useActionKeys({
    a: canApprove ? approve : undefined,
    r: canReject ? () => open('reject') : undefined,
    q: canAsk ? onAsk : undefined,
  });
  const isOpen = hasButtons(request);
  // A request that came back has “Request again”, which opens the same form.
  const canAmend = denialReason.amend === null && state === 'AWAITING_APPROVAL';
  const blockReason = explainBlock(request);
  const describedBy = blockReason === null ? undefined : BLOCK_ID;
  // An open dialog stays, with its text, when someone else decides first.
  const dialog = opened && (
    <DecideDialog
      {...opened}
      concurrentChange={explainConcurrentChange(opened.request, request)}
      readShownMs={readShownMs}
      onChanged={onChanged}
      onVoted={onVoted}
      isInQueue={isInQueue}
      onRenew={keep}
      onClose={() => setOpened(undefined)}
    />
  );
  if (!isOpen && !canAmend) return { bar: null, dialog };
  const bar = (
    <ActionBar look="plain" className="max-lg:order-last max-lg:-mb-5">
      <div className="mb-2 flex items-center gap-3 text-label text-dim has-[p:only-child:empty]:hidden">
        {state === 'AWAITING_APPROVAL' && (
          <span className="shrink-0 lg:hidden">
            <SignatureSlots {...request.approvals} />
          </span>
        )}
        <p id={BLOCK_ID} className="min-w-0 empty:hidden">
          {blockReason ?? (mustRenew ? RENEW_FIRST : canApprove && <ApprovalEffect request={request} isShort />)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isForReader && (
          <>
            <Button
              look="primary"
              className="grow lg:w-full"
              aria-describedby={describedBy}
              aria-keyshortcuts="a"
              disabled={!canApprove || isLeaving}
              onClick={approve}
            >
              {nameFirstButton({ canApprove, mustRenew, request })}
              {canApprove && <KeyHint>a</KeyHint>}
            </Button>
            <Button
              look="danger"
              className="max-lg:grow lg:flex-1"
              aria-describedby={describedBy}
              aria-keyshortcuts="r"
              disabled={!canReject}
              onClick={() => open('reject')}
            >
              Reject
              {canReject && <KeyHint>r</KeyHint>}
            </Button>
          </>
        )}
        {canAsk && (
          <Button className="max-lg:grow lg:flex-1" aria-keyshortcuts="q" onClick={onAsk}>
            Ask
            <KeyHint>q</KeyHint>
          </Button>
        )}
        {request.isMine && isOpen && (
          <Button look="danger" disabled={denialReason.cancel !== null} onClick={() => open('cancel')}>
            Cancel request
          </Button>
        )}
        {canWithdraw && <Button onClick={() => open('withdraw-approval')}>Withdraw approval</Button>}
        {canHold && (
          <Button look="danger" onClick={() => open('hold')}>
            Put on hold
          </Button>
        )}
        {canAmend && (
          <Link href={routes.amendWithdrawal(request.id)} className={buttonClass('plain')}>
            Change request
          </Link>
        )}
        {request.isMine && state === 'AWAITING_APPROVAL' && <RemindApprovers requestId={request.id} />}
      </div>
      {request.isMine && isOpen && denialReason.cancel !== null && (
        <p className="mt-2 text-label text-dim">{denialReason.cancel}</p>
      )}
    </ActionBar>
  );
  return { bar, dialog };
}

/** Names the first button by what it does; with a sign-in that is too old, it renews that. */
function nameFirstButton(given: { canApprove: boolean; mustRenew: boolean; request: RequestView }): string {
  if (given.mustRenew) return 'Renew sign-in';
  return given.canApprove ? nameApproval(findApproveEffect(given.request)) : 'Approve';
}

const RENEW_FIRST = `To approve, you must have signed in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`;
const BLOCK_ID = 'decision-block-reason';

/** Explains what others did while a dialog was open; undefined where nothing relevant changed. */
function explainConcurrentChange(opened: RequestView, now: RequestView): string | undefined {
  if (now.version !== opened.version)
    return 'The request was changed while this dialog was open. Go back to check the current version.';
  const seen = opened.decisions.filter((decision) => decision.version === opened.version).length;
  const votes = now.decisions
    .filter((decision) => decision.version === now.version)
    .slice(seen)
    .map(
      ({ verdict, ...names }) =>
        `${readableText(nameDecider(names))} ${verdict === 'APPROVED' ? 'approved' : 'rejected'} the request ` +
        'while this dialog was open.',
    );
  if (votes.length === 0 && now.state === opened.state) return undefined;
  const status = now.state === opened.state ? [] : [`The status is now: ${describeRequest(now).label}.`];
  return [...votes, ...status].join(' ');
}

/** Explains why the reader cannot approve a request that awaits approval; null where they can. */
function explainBlock({ isMine, state, denialReason, bundle, conversation }: RequestView): string | null {
  if (state !== 'AWAITING_APPROVAL') return null;
  if (!isMine && denialReason.approve === null && conversation.approveBlockReason !== null)
    return conversation.approveBlockReason;
  if (!isMine && denialReason.withdrawApproval === null)
    return 'You approved this version. You can withdraw the approval until sending begins.';
  if (!isMine && denialReason.approve === null) return null;
  if (!isMine) return `${denialReason.approve}${denialReason.reject === null ? ' You can reject the request.' : ''}`;
  const effect = bundle?.kind === 'test-payment' ? denialReason.amend : 'Changing it voids every approval.';
  return `You made this request, so someone else must decide. ${effect}`;
}
