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
  /** Renders the proposed change; shown in the dialog as well. */
  describe: (proposal: ProposalView) => ReactNode;
  steps: ProposalSteps;
  /** Called after any step, successful or not, for a page that must load its data again. */
  onDecided?: () => void;
}

/**
 * Shows the open proposal with the buttons that the reader can use, and earlier proposals below; where none is open,
 * one line that opens.
 */
export function ProposalPanel({ title, proposals, describe, steps, onDecided }: ProposalPanelProps) {
  const open = proposals.find(({ state }) => state === 'OPEN');
  const earlier = proposals.filter((proposal) => proposal !== open);
  if (proposals.length === 0) return null;
  if (!open)
    return (
      <section aria-label={title}>
        <Earlier title={`${title}, earlier`} proposals={earlier} describe={describe} />
      </section>
    );
  return (
    <Panel title={title}>
      <div className="space-y-3">
        <Notice look="warn" title="A second person must confirm this before anything changes">
          <ProposedBy proposal={open} />
        </Notice>
        <div>{describe(open)}</div>
        <ProposalButtons proposal={open} steps={steps} {...(onDecided && { onDecided })}>
          <ProposedBy proposal={open} />
          {describe(open)}
        </ProposalButtons>
        {earlier.length > 0 && <Earlier title="Earlier" proposals={earlier} describe={describe} />}
      </div>
    </Panel>
  );
}

/** Lists proposals that ended, under a line that opens. */
function Earlier({ title, proposals, describe }: Pick<ProposalPanelProps, 'title' | 'proposals' | 'describe'>) {
  return (
    <details>
      <summary className="cursor-pointer text-body text-dim">
        {title} ({proposals.length})
      </summary>
      <ol className="mt-2 divide-y divide-line text-body">
        {proposals.map((proposal) => (
          <li key={proposal.id} className="space-y-1 py-3 [overflow-wrap:anywhere]">
            <ProposedBy proposal={proposal} />
            {describe(proposal)}
            <ProposalEnd proposal={proposal} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Shows who proposed a change, when, and with which comment. */
export function ProposedBy({
  proposal: { proposedBy, proposedAt, comment, signed = null },
}: {
  proposal: Pick<ProposalView, 'proposedBy' | 'proposedAt' | 'comment'> & Partial<Pick<ProposalView, 'signed'>>;
}) {
  return (
    <p>
      <UntrustedText text={proposedBy} /> proposed this change <Time iso={proposedAt} />: “
      <UntrustedText text={comment} limit={500} />” {signed && <SignedMark isSigned={signed.proposal} />}
    </p>
  );
}

function SignedMark({ isSigned }: { isSigned: boolean }) {
  return <span className="text-label text-dim">{isSigned ? 'Signed with a passkey.' : 'Not signed.'}</span>;
}

const END_LABELS: Partial<Record<ProposalState, string>> = {
  CONFIRMED: 'Confirmed',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  VOID: 'Found void',
};

/** Shows how a proposal ended, who decided, and with which comment. */
export function ProposalEnd({
  proposal: { state, decidedBy, decidedAt, decisionComment, signed },
}: {
  proposal: ProposalView;
}) {
  if (!decidedBy || !decidedAt) return <p className="text-dim">{describeProposalEnd(state)}</p>;
  return (
    <p className="text-dim">
      {END_LABELS[state]} by <UntrustedText text={decidedBy} /> <Time iso={decidedAt} />
      {decisionComment === '' ? (
        '.'
      ) : (
        <>
          : “<UntrustedText text={decisionComment} limit={500} />”
        </>
      )}{' '}
      {signed && state === 'CONFIRMED' && <SignedMark isSigned={signed.decision} />}
    </p>
  );
}
