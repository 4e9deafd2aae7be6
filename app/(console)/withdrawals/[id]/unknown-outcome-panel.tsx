'use client';

import { useState } from 'react';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { RequestView } from '@/lib/requests/request-view';
import { describeResolution } from '@/lib/sends/explain-send';
import type { Resolution } from '@/lib/sends/send-machine';

/** A send whose outcome nobody knows, or that is on hold: what is known, what the console does about it, and what two people may do. */
export function UnknownOutcomePanel({ request, onChanged }: { request: RequestView; onChanged: () => void }) {
  const { send, hold, reconciliation, proposals } = request;
  const isInDoubt = send?.state === 'UNKNOWN' || send?.state === 'HOLD';
  return (
    <>
      {isInDoubt && (
        <Panel title={send.state === 'HOLD' ? 'On hold: two people must decide' : 'The outcome is unknown'}>
          {hold && <ExplanationNotice explanation={hold.explanation} />}
          {reconciliation && <Looking reconciliation={reconciliation} refId={request.refId} />}
          <Resolutions request={request} onChanged={onChanged} />
        </Panel>
      )}
      {!isInDoubt && request.resolutions.length > 0 && request.denialReason.resolve === null && (
        <Panel title="Not sent yet">
          <p className="text-sm">
            Should it not leave at all, two people can close it while nothing was sent. To win time, an administrator
            can stop all sending.
          </p>
          <Resolutions request={request} onChanged={onChanged} />
        </Panel>
      )}
      <ProposalPanel
        title="What two people decide about it"
        proposals={proposals}
        describe={describeProposal}
        steps={PROPOSAL_STEPS}
        onDecided={onChanged}
      />
    </>
  );
}

const describeProposal = ({ payload }: ProposalView) => (
  <p className="text-sm">{describeResolution(payload as Resolution)}</p>
);

function Looking({
  reconciliation: { nextWalkAt, misses, lastWalk },
  refId,
}: {
  reconciliation: NonNullable<RequestView['reconciliation']>;
  refId: string;
}) {
  return (
    <div className="space-y-2 text-sm">
      <Notice look="warn" title="It left the console, and nobody knows yet whether it was carried out.">
        <p>
          Do not make this withdrawal again. Nothing is sent again by itself before two complete looks through all
          transfers found nothing.
        </p>
      </Notice>
      <p>
        The console looks for the reference <span className="font-mono [overflow-wrap:anywhere]">{refId}</span> in the
        whole list of the service
        {nextWalkAt === null ? (
          '.'
        ) : (
          <>
            , next at <Time iso={nextWalkAt} withSeconds /> or soon after.
          </>
        )}
      </p>
      {lastWalk && (
        <p>
          Last look, <Time iso={lastWalk.endedAt} withSeconds />: {lastWalk.records.toLocaleString('en-GB')} records,{' '}
          {lastWalk.isComplete ? 'complete.' : 'not complete, so it proves nothing.'}{' '}
          {lastWalk.fault !== undefined && <UntrustedText text={lastWalk.fault} />}
        </p>
      )}
      {misses > 0 && <p>{misses === 1 ? 'One complete look' : `${misses} complete looks`} did not find it.</p>}
    </div>
  );
}

type Kind = Resolution['kind'];
const CHOICES: { kind: Kind; label: string; title: string }[] = [
  { kind: 'adopt', label: 'Adopt a transfer', title: 'Propose to adopt a transfer?' },
  { kind: 'send-again', label: 'Send again', title: 'Propose to send it again?' },
  { kind: 'close', label: 'Close as not sent', title: 'Propose to close it as not sent?' },
];

function Resolutions({
  request: { id, hold, denialReason, resolutions, proposals },
  onChanged,
}: {
  request: RequestView;
  onChanged: () => void;
}) {
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>();
  const [transferId, setTransferId] = useState(hold?.reason.kind === 'differs' ? hold.reason.transferId : '');
  const hasOpen = proposals.some(({ state }) => state === 'OPEN');
  const offered = CHOICES.filter(({ kind }) => resolutions.includes(kind));
  if (hasOpen) return null;
  const toResolution = (kind: Kind): Resolution =>
    kind === 'adopt' ? { kind, transferId: transferId.trim(), differences: [] } : { kind };
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="mb-2 text-sm">
        One person asks for one of these, another confirms it. Neither may be the one who asked for the withdrawal.
      </p>
      <div className="flex flex-wrap gap-2">
        {offered.map((offer) => (
          <Button key={offer.kind} disabled={denialReason.resolve !== null} onClick={() => setChoice(offer)}>
            {offer.label}
          </Button>
        ))}
      </div>
      {denialReason.resolve !== null && <p className="mt-2 text-xs text-dim">{denialReason.resolve}</p>}
      {choice && (
        <ProposeDialog
          title={choice.title}
          confirmLabel={choice.label}
          propose={(comment) =>
            proposeAction({ kind: 'resolve-send', subject: id, payload: toResolution(choice.kind), comment })
          }
          onProposed={onChanged}
          onClose={() => setChoice(undefined)}
        >
          {choice.kind === 'adopt' ? (
            <>
              <p>The console fetches the transfer and shows the second person in what it differs. Nothing is sent.</p>
              <Field id="transfer-id" label="Transfer ID">
                <input
                  id="transfer-id"
                  className={`${CONTROL} font-mono`}
                  value={transferId}
                  onChange={(event) => setTransferId(event.target.value)}
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
