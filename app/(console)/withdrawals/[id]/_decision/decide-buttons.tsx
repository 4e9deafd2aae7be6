'use client';

import { type ReactNode, useState } from 'react';
import { type DecideAction, DecideDialog } from '@/app/(console)/withdrawals/[id]/_decision/decide-dialog';
import { ShortHash } from '@/app/(console)/withdrawals/[id]/_decision/decision-summary';
import { readableText } from '@/components/values/untrusted-text';
import { RemindApprovers } from '@/app/(console)/withdrawals/[id]/_decision/remind-approvers';
import { ATTACHMENTS_ID } from '@/app/(console)/withdrawals/[id]/_files/attachments-panel';
import { NamedFindings } from '@/app/(console)/withdrawals/[id]/_decision/named-findings';
import { ActionBar } from '@/components/ui/action-bar';
import { Button, buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Notice } from '@/components/ui/notice';
import { Link } from '@/components/ui/link';
import { useShownTime } from '@/components/withdrawals/use-shown-time';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { nameDecider } from '@/lib/delegation/delegations';
import type { Verdict } from '@/lib/requests/decisions';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

interface DecideButtonsProps {
  request: RequestView;
  /** Called after an attempt to decide, successful or not, to read the request again. */
  onChanged: () => Promise<unknown>;
  /** Called after the reader's own vote, once the request was read again. */
  onVoted: (verdict: Verdict) => void;
  /** True where the page goes on to the next request after a decision. */
  isInQueue: boolean;
}

/**
 * Shows the actions that the reader can take on a request, and why the others are disabled. Each asks for confirmation.
 */
export function DecideButtons({ request, isInQueue, onChanged, onVoted }: DecideButtonsProps) {
  // The request as it was when the dialog was opened: the reader confirms what they read, whatever arrives meanwhile.
  const [opened, setOpened] = useState<{ action: DecideAction; request: RequestView }>();
  const { denialReason, state } = request;
  const readShownMs = useShownTime(`${request.id} ${request.version}`);
  const canWithdraw = denialReason.withdrawApproval === null;
  const canHold = denialReason.hold === null;
  const open = (action: DecideAction) => setOpened({ action, request });
  const isForReader = state === 'AWAITING_APPROVAL' && !request.isMine;
  const canReject = isForReader && denialReason.reject === null;
  const canApprove = isForReader && denialReason.approve === null && request.conversation.approveBlockReason === null;
  useActionKeys({ a: canApprove ? () => open('approve') : undefined, r: canReject ? () => open('reject') : undefined });
  const isOpen =
    state === 'AWAITING_APPROVAL' || (state === 'APPROVED' && (denialReason.cancel === null || canWithdraw || canHold));
  // A request that came back has “Request again”, which opens the same form.
  const canAmend = denialReason.amend === null && state === 'AWAITING_APPROVAL';
  // An open dialog stays, with its text, when someone else decides first.
  if (!isOpen && !canAmend && !opened) return null;
  const blockReason = explainBlock(request);
  const describedBy = blockReason === null ? undefined : BLOCK_ID;
  return (
    <ActionBar title="Your decision">
      {blockReason !== null && (
        <div id={BLOCK_ID} className="mb-3">
          <Notice look="info" title={blockReason} />
        </div>
      )}
      {isForReader && <NamedFindings request={request} />}
      {isForReader && <NamedAttachments request={request} />}
      <div className="flex flex-wrap items-center gap-2">
        {isForReader && (
          <>
            <Button
              look="primary"
              aria-describedby={describedBy}
              aria-keyshortcuts="a"
              disabled={!canApprove}
              onClick={() => open('approve')}
            >
              Approve
              {canApprove && <KeyHint>a</KeyHint>}
            </Button>
            <Button
              look="danger"
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
        {request.isMine && state === 'AWAITING_APPROVAL' && <RemindApprovers requestId={request.id} />}
        {canAmend && (
          <Link href={routes.amendWithdrawal(request.id)} className={buttonClass('plain')}>
            Change request
          </Link>
        )}
      </div>
      <p className="mt-2 text-label text-dim empty:hidden">{explainActions(request)}</p>
      {opened && (
        <DecideDialog
          {...opened}
          concurrentChange={explainConcurrentChange(opened.request, request)}
          readShownMs={readShownMs}
          onChanged={onChanged}
          onVoted={onVoted}
          isInQueue={isInQueue}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ActionBar>
  );
}

/** Says beside the buttons that files belong to what is decided on. */
function NamedAttachments({ request: { attachments } }: { request: RequestView }) {
  if (attachments.length === 0) return null;
  const count = attachments.length === 1 ? '1 attachment' : `${attachments.length} attachments`;
  return (
    <p className="mb-3 text-body">
      This version has{' '}
      <a className="underline" href={`#${ATTACHMENTS_ID}`}>
        {count}
      </a>
      . Your decision covers {attachments.length === 1 ? 'it' : 'them'} as well.
    </p>
  );
}

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
  if (!isMine && (denialReason.withdrawApproval === null || denialReason.approve === null)) return null;
  if (!isMine) return `${denialReason.approve}${denialReason.reject === null ? ' You can reject the request.' : ''}`;
  const effect = bundle?.kind === 'test-payment' ? denialReason.amend : 'Changing the request voids every approval.';
  return `You made this request, so someone else must decide. ${effect}`;
}

function explainActions(request: RequestView): ReactNode {
  const { isMine, state, denialReason, bodySha256, bundle } = request;
  const testPayment = bundle?.kind === 'test-payment' ? bundle : undefined;
  if (isMine && state !== 'AWAITING_APPROVAL') return denialReason.cancel;
  if (denialReason.withdrawApproval === null)
    return 'You approved this version. You can withdraw the approval until sending begins.';
  if (explainBlock(request) !== null) return null;
  const sha256 = testPayment?.sha256 ?? bodySha256;
  return (
    <>
      Your decision covers exactly {testPayment ? 'these two requests' : 'this version'}: SHA-256{' '}
      <ShortHash sha256={sha256} />
    </>
  );
}
