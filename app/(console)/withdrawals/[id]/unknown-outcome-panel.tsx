'use client';

import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { LookUpNow } from '@/app/(console)/transfers/_search/look-up-now';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { RequestView } from '@/lib/requests/request-view';
import { formatCount } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';
import { describeResolution } from '@/lib/sends/explain-send';
import { mayBeUnsent } from '@/lib/sends/hold';
import type { Resolution } from '@/lib/sends/resolution';

/**
 * Shows of a send whose outcome is unknown, that is on hold, or that was declined for want of data what is done about
 * it: the search for it, and the possible resolutions.
 */
export function UnknownOutcomePanel({ request, onChanged }: { request: RequestView; onChanged: () => void }) {
  const { send, reconciliation, proposals } = request;
  const isUnknownOrHeld = send?.state === 'UNKNOWN' || send?.state === 'HOLD';
  const isDeclined = send?.state === 'REFUSED' && request.resolutions.includes('send-again');
  return (
    <>
      {isUnknownOrHeld && (
        <Panel title={send.state === 'HOLD' ? 'On hold: two people must decide' : 'Outcome unknown'}>
          {reconciliation && <Search reconciliation={reconciliation} refId={request.refId} onFound={onChanged} />}
          <Resolutions request={request} onChanged={onChanged} />
        </Panel>
      )}
      {isDeclined && <Declined request={request} onChanged={onChanged} />}
      {send?.state === 'QUEUED' && request.resolutions.length > 0 && request.denialReason.resolve === null && (
        <Panel title="Not sent yet">
          <p className="text-body">
            Two people can stop this withdrawal for good by closing it as not sent. To gain time, put it on hold.
          </p>
          <Resolutions request={request} onChanged={onChanged} />
        </Panel>
      )}
      <ProposalPanel
        title="Proposed resolutions"
        proposals={proposals}
        describe={describeProposal}
        steps={PROPOSAL_STEPS}
        onDecided={onChanged}
      />
    </>
  );
}

/** Leads from a withdrawal that was declined for want of data to its recipient, and to queuing it again. */
function Declined({ request, onChanged }: { request: RequestView; onChanged: () => void }) {
  return (
    <Panel title="Declined: travel-rule data are missing">
      <ol className="list-decimal space-y-1 pl-5 text-body">
        <li>
          Save the data of the address at {theService()} and{' '}
          <Link className="underline" href={routes.findRecipients(request.body.destination_address)}>
            in the address book
          </Link>
          . A second person confirms the entry.
        </li>
        <li>Queue the withdrawal again, unchanged and with the same reference.</li>
      </ol>
      <Resolutions request={request} onChanged={onChanged} />
    </Panel>
  );
}

const describeProposal = ({ payload }: ProposalView) => (
  <p className="text-body">{describeResolution(payload as Resolution)}</p>
);

function Search({
  reconciliation: { nextWalkAt, lastWalk },
  refId,
  onFound,
}: {
  reconciliation: NonNullable<RequestView['reconciliation']>;
  refId: string;
  onFound: () => void;
}) {
  return (
    <div className="space-y-2 text-body">
      <p className="text-label text-dim">
        {nextWalkAt !== null && (
          <>
            Next search <Time iso={nextWalkAt} withSeconds /> or shortly after.{' '}
          </>
        )}
        {lastWalk && (
          <>
            Last search <Time iso={lastWalk.endedAt} withSeconds />, {formatCount(lastWalk.records)} transfers,{' '}
            {lastWalk.isComplete ? 'complete.' : 'incomplete, so it proves nothing.'}{' '}
            {lastWalk.fault !== undefined && <UntrustedText text={lastWalk.fault} />}
          </>
        )}
      </p>
      <LookUpNow
        term={refId}
        caveat="That does not prove that nothing was sent: only two complete searches do. Do not request it again."
        onFound={onFound}
      />
    </div>
  );
}

type Kind = Resolution['kind'];
const CHOICES: { kind: Kind; label: string; title: string }[] = [
  { kind: 'adopt', label: 'Adopt a transfer', title: 'Propose to adopt a transfer?' },
  { kind: 'send-again', label: 'Send again', title: 'Propose to send the withdrawal again?' },
  { kind: 'close', label: 'Close as not sent', title: 'Propose to close the withdrawal as not sent?' },
];

/** The choices for a withdrawal that a person held before it was sent. */
const CHOICES_UNSENT = CHOICES.map((choice) =>
  choice.kind === 'send-again'
    ? { ...choice, label: 'Send this withdrawal', title: 'Propose to send this withdrawal?' }
    : choice,
);

/** The choice for a withdrawal that was declined for want of data. */
const CHOICES_DECLINED: typeof CHOICES = [
  { kind: 'send-again', label: 'Queue again', title: 'Propose to queue this withdrawal again?' },
];

function Resolutions({
  request: { id, send, hold, mirroredId, denialReason, resolutions, proposals },
  onChanged,
}: {
  request: RequestView;
  onChanged: () => void;
}) {
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>();
  const [typedId, setTypedId] = useState<string>();
  const heldId = hold && 'transferId' in hold.reason ? hold.reason.transferId : '';
  const transferId = typedId ?? mirroredId ?? heldId;
  const hasOpen = proposals.some(({ state }) => state === 'OPEN');
  const isUnsent = mayBeUnsent(hold?.reason ?? null);
  const isDeclined = send?.state === 'REFUSED';
  const choices = isDeclined ? CHOICES_DECLINED : isUnsent ? CHOICES_UNSENT : CHOICES;
  const offered = choices.filter(({ kind }) => resolutions.includes(kind));
  if (hasOpen) return null;
  const close = () => {
    setChoice(undefined);
    // The console may just have read a transfer that can be adopted.
    onChanged();
  };
  const isDenied = (kind: Kind) =>
    denialReason.resolve !== null || (kind === 'send-again' && denialReason.resend !== null);
  const isResendOffered = offered.some(({ kind }) => kind === 'send-again');
  const toResolution = (kind: Kind): Resolution =>
    kind === 'adopt'
      ? { kind, transferId: transferId.trim(), differences: [] }
      : { kind, ...(kind === 'send-again' && isUnsent && { isUnsent }), ...(isDeclined && { state: 'REFUSED' }) };
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="mb-2 text-body">
        {denialReason.resolve ?? 'One person proposes, another confirms. Neither can be the requester.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {offered.map((offer) => (
          <Button key={offer.kind} disabled={isDenied(offer.kind)} onClick={() => setChoice(offer)}>
            {offer.label}
          </Button>
        ))}
      </div>
      {isResendOffered && denialReason.resend !== null && (
        <p className="mt-2 text-label text-dim [overflow-wrap:anywhere]">
          {isDeclined ? 'Queuing again' : isUnsent ? 'Sending' : 'Sending again'} is not possible now.{' '}
          <UntrustedText text={denialReason.resend} limit={600} />
        </p>
      )}
      {choice && (
        <ProposeDialog
          title={choice.title}
          confirmLabel={choice.label}
          propose={(comment) =>
            proposeChange({ kind: 'resolve-send', subject: id, payload: toResolution(choice.kind), comment })
          }
          onProposed={onChanged}
          onClose={close}
        >
          {choice.kind === 'adopt' ? (
            <>
              <p>The console reads the transfer and shows the second person how it differs. Nothing is sent.</p>
              <Field id="transfer-id" label="Transfer ID">
                <input
                  id="transfer-id"
                  className={`${CONTROL} font-mono`}
                  value={transferId}
                  onChange={(event) => setTypedId(event.target.value)}
                />
              </Field>
            </>
          ) : (
            <p>{describeResolution(toResolution(choice.kind))}</p>
          )}
        </ProposeDialog>
      )}
    </div>
  );
}
