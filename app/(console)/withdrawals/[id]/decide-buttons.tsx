'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { cancelAction, decideAction, decideOnGroupAction } from '@/app/(console)/withdrawals/[id]/actions';
import { Address } from '@/components/values/address';
import { FindingsPanel } from '@/app/(console)/withdrawals/[id]/findings-panel';
import { ChosenAddress } from '@/app/(console)/withdrawals/[id]/chosen-address';
import { AmountText } from '@/components/values/amount';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Button, buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { TEST_POSITION, type TestPaymentView } from '@/lib/requests/groups';
import { networkLabel } from '@/lib/networks/networks';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

interface DecideButtonsProps {
  request: RequestView;
  /** After a decision, or after one that could not be taken: read the request again. */
  onChanged: () => Promise<unknown>;
  /** After the reader's own vote, once the request was read again. */
  onVoted: () => void;
}

type Act = 'approve' | 'reject' | 'cancel';

/** What the reader may do with a request that waits, and why not the rest. Each asks once more. */
export function DecideButtons({ request, onChanged, onVoted }: DecideButtonsProps) {
  // The request as it was when the dialog was opened: what is confirmed is what was read, whatever came in meanwhile.
  const [asked, setAsked] = useState<{ act: Act; request: RequestView }>();
  const { denialReason, state } = request;
  const isOpen = state === 'AWAITING_APPROVAL' || (state === 'APPROVED' && denialReason.cancel === null);
  const mayAmend = denialReason.amend === null;
  // A dialog that is open stays, with what is typed in it, when somebody else ends the wait.
  if (!isOpen && !mayAmend && !asked) return null;
  const ask = (act: Act) => setAsked({ act, request });
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        {state === 'AWAITING_APPROVAL' && !request.isMine && (
          <>
            <Button look="primary" disabled={denialReason.decide !== null} onClick={() => ask('approve')}>
              Approve
            </Button>
            <Button look="danger" disabled={denialReason.decide !== null} onClick={() => ask('reject')}>
              Reject
            </Button>
          </>
        )}
        {request.isMine && isOpen && (
          <Button look="danger" disabled={denialReason.cancel !== null} onClick={() => ask('cancel')}>
            Cancel request
          </Button>
        )}
        {mayAmend && (
          <Link href={routes.amendWithdrawal(request.id)} className={buttonClass('plain')}>
            Change it
          </Link>
        )}
      </div>
      <p className="mt-2 text-xs text-dim empty:hidden">{sayMore(request)}</p>
      {asked && (
        <AskDialog
          {...asked}
          meanwhile={sayMeanwhile(asked.request, request)}
          onChanged={onChanged}
          onVoted={onVoted}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** What others did while a dialog was open; undefined where nothing that matters. */
function sayMeanwhile(asked: RequestView, now: RequestView): string | undefined {
  if (now.version !== asked.version)
    return 'It was changed while this was open. Go back and look at what it asks for now.';
  const other = now.decisions
    .filter((decision) => decision.version === now.version)
    .slice(asked.decisions.filter((decision) => decision.version === asked.version).length);
  const said = other.map(
    ({ personName, verdict }) =>
      `${readableText(personName)} ${verdict === 'APPROVED' ? 'approved' : 'rejected'} it while this was open.`,
  );
  if (said.length === 0 && now.state === asked.state) return undefined;
  return [...said, ...(now.state === asked.state ? [] : [`It stands now: ${describeRequest(now).label}.`])].join(' ');
}

function sayMore({ isMine, state, denialReason, bodySha256: own, group }: RequestView): ReactNode {
  const isPaired = group?.kind === 'pair';
  const bodySha256 = isPaired ? group.sha256 : own;
  if (isMine && state !== 'AWAITING_APPROVAL') return denialReason.cancel;
  if (isMine)
    return `You asked for it, so somebody else must decide. ${isPaired ? denialReason.amend : 'Changing it voids every approval.'}`;
  if (denialReason.decide !== null) return denialReason.decide;
  return (
    <>
      Your decision covers exactly {isPaired ? 'the bytes of both' : 'these bytes'}: SHA-256{' '}
      <span className="font-mono">{chunksOf(bodySha256.slice(0, 16))}</span>…
    </>
  );
}

const chunksOf = (hex: string) => hex.match(/.{4}/g)?.join(' ') ?? hex;

interface AskDialogProps extends Omit<DecideButtonsProps, 'request'> {
  act: Act;
  request: RequestView;
  meanwhile: string | undefined;
  onClose: () => void;
}

function AskDialog({ act, request, meanwhile, onChanged, onVoted, onClose }: AskDialogProps) {
  const router = useRouter();
  const [chosenAddress, setChosenAddress] = useState('');
  const { id: requestId, version, bodySha256 } = request;
  const close = () => {
    onClose();
    void onChanged();
  };
  const finish = async () => {
    await onChanged();
    onClose();
    if (act !== 'cancel') onVoted();
    router.refresh();
  };
  const dialog = { onClose: close, onDone: () => void finish(), meanwhile };
  const pair = request.group?.kind === 'pair' ? request.group : undefined;
  if (act === 'cancel') {
    return (
      <DecisionDialog
        {...dialog}
        title="Cancel this request?"
        confirmLabel="Cancel request"
        look="danger"
        act={() => cancelAction({ requestId })}
      >
        <Summary request={request} />
        <p>{pair && sayWhatElseEnds(pair)}</p>
        <p>Nothing is sent. To ask again you make a new request.</p>
      </DecisionDialog>
    );
  }
  const decide = (verdict: 'APPROVED' | 'REJECTED') => (comment: string) => {
    const said = { verdict, comment, chosenAddress: verdict === 'APPROVED' ? chosenAddress : '' };
    return pair
      ? decideOnGroupAction({ groupId: pair.id, groupSha256: pair.sha256, ...said })
      : decideAction({ requestId, version, bodySha256, ...said });
  };
  if (act === 'reject') {
    const comment = { label: 'Reason', ask: 'Give the reason.' };
    return (
      <DecisionDialog
        {...dialog}
        title={pair ? 'Reject the test and its remainder?' : 'Reject this withdrawal?'}
        confirmLabel="Reject"
        look="danger"
        comment={comment}
        act={decide('REJECTED')}
      >
        <WhatIsDecided request={request} />
        <p>Nothing is sent. Whoever asked for it sees the reason, and can change it and ask again.</p>
      </DecisionDialog>
    );
  }
  const isLast = request.approvals.given + 1 >= request.approvals.required;
  return (
    <DecisionDialog
      {...dialog}
      title={pair ? 'Approve the test and its remainder?' : 'Approve this withdrawal?'}
      confirmLabel="Approve"
      look="primary"
      comment={{ label: 'Comment (may stay empty)' }}
      isStale={!request.isSignInFresh}
      act={decide('APPROVED')}
    >
      <WhatIsDecided request={request} />
      <FindingsPanel request={request} />
      <ChosenAddress request={request} chosen={chosenAddress} onChoose={setChosenAddress} />
      <p className="font-medium">
        {isLast
          ? `Yours is the last approval that it needs: ${pair ? 'the test is' : 'it is'} sent at once and cannot be recalled.`
          : `It needs ${request.approvals.required - request.approvals.given - 1} more after yours before it is sent.`}
      </p>
    </DecisionDialog>
  );
}

/** What a decision covers: a request, or both of a pair with the one hash over them. */
function WhatIsDecided({ request }: { request: RequestView }) {
  if (request.group?.kind !== 'pair') return <Summary request={request} />;
  const { test, remainder, sha256 } = request.group;
  return (
    <>
      <p>First the test:</p>
      <Summary request={test} />
      <p>Then, once somebody has confirmed that the recipient has the test, the remainder:</p>
      <Summary request={remainder} />
      <p className="text-xs text-dim">
        One decision over both: SHA-256 <span className="font-mono">{sha256}</span>
      </p>
    </>
  );
}

function sayWhatElseEnds({ position, remainder }: TestPaymentView): string {
  if (remainder.state === 'AWAITING_APPROVAL') return 'The test and its remainder are cancelled together.';
  return position === TEST_POSITION
    ? 'The remainder is cancelled with it.'
    : 'The test is not: it was sent, or goes its way.';
}

function Summary({
  request: { body, refId, recipientName },
}: {
  request: Pick<RequestView, 'body' | 'refId' | 'recipientName'>;
}) {
  return (
    <div className="rounded-control bg-soft p-3">
      <p className="text-base">
        {body.amount === undefined ? 'Balance falls by ' : 'Recipient gets '}
        <AmountText amount={body.amount ?? body.total} asset={body.asset} />
      </p>
      <p className="mt-1">
        on {networkLabel(body.crypto_network)}, to{' '}
        {recipientName !== null && (
          <strong className="font-medium">
            <UntrustedText text={recipientName} limit={80} />{' '}
          </strong>
        )}
        <Address address={body.destination_address} network={body.crypto_network} />
      </p>
      {body.memo !== undefined && (
        <p className="mt-1">
          memo <UntrustedText text={body.memo} />
        </p>
      )}
      <p className="mt-1 text-xs text-dim">
        Reference <span className="font-mono">{refId}</span>
      </p>
    </div>
  );
}
