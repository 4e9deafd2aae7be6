import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalButtons, type ProposalSteps } from '@/components/proposals/proposal-buttons';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { describeProposalEnd, type ProposalState, type ProposalView } from '@/lib/proposals/proposals';

interface ProposalPanelProps {
  title: string;
  proposals: readonly ProposalView[];
  /** What a proposal would do, for people; that of an open one is shown where it is decided as well. */
  describe: (proposal: ProposalView) => ReactNode;
  steps: ProposalSteps;
  /** After any step, whatever came of it: reads the page's data again where the page does not do so by itself. */
  onDecided?: () => void;
}

/** A change that waits for a second person, with what the reader may do about it and why not; earlier ones below. */
export function ProposalPanel({ title, proposals, describe, steps, onDecided }: ProposalPanelProps) {
  const open = proposals.find(({ state }) => state === 'OPEN');
  const earlier = proposals.filter((proposal) => proposal !== open);
  if (proposals.length === 0) return null;
  return (
    <Panel title={title}>
      {open && (
        <div className="space-y-3">
          <Notice look="warn" title="A second person must confirm this before anything changes">
            <RequestedBy proposal={open} />
          </Notice>
          <div>{describe(open)}</div>
          <ProposalButtons proposal={open} steps={steps} {...(onDecided && { onDecided })}>
            <RequestedBy proposal={open} />
            {describe(open)}
          </ProposalButtons>
        </div>
      )}
      {earlier.length > 0 && (
        <details className={open ? 'mt-4' : undefined}>
          <summary className="text-sm text-dim">Earlier ({earlier.length})</summary>
          <ol className="mt-2 divide-y divide-line text-sm">
            {earlier.map((proposal) => (
              <li key={proposal.id} className="space-y-1 py-3 [overflow-wrap:anywhere]">
                <RequestedBy proposal={proposal} />
                {describe(proposal)}
                <End proposal={proposal} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

/** Who asked for it, when and why. */
export function RequestedBy({
  proposal: { proposedBy, proposedAt, comment },
}: {
  proposal: Pick<ProposalView, 'proposedBy' | 'proposedAt' | 'comment'>;
}) {
  return (
    <p>
      <UntrustedText text={proposedBy} /> asked for it on <Time iso={proposedAt} />: “
      <UntrustedText text={comment} limit={500} />”
    </p>
  );
}

const ENDS: Partial<Record<ProposalState, string>> = {
  CONFIRMED: 'Confirmed',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  VOID: 'Void, found',
};

/** What became of it. */
export function End({ proposal: { state, decidedBy, decidedAt, decisionComment } }: { proposal: ProposalView }) {
  if (!decidedBy || !decidedAt) return <p className="text-dim">{describeProposalEnd(state)}</p>;
  return (
    <p className="text-dim">
      {ENDS[state]} by <UntrustedText text={decidedBy} /> on <Time iso={decidedAt} />
      {decisionComment === '' ? (
        '.'
      ) : (
        <>
          : “<UntrustedText text={decisionComment} limit={500} />”
        </>
      )}
    </p>
  );
}
