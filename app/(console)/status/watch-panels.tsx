import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { KnownTransfers, TransferAlarms } from '@/app/(console)/status/transfer-alarms';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { SendsOverview } from '@/lib/server/sends/overview';
import type { KnownTransfersChange } from '@/lib/transfer-watch/contract';

type WatchProps = Pick<SendsOverview, 'transferAlarms' | 'knownProposals'> & { roles: readonly Role[] };

/** Shows the transfers that no request explains, and the proposals to mark them as known. */
export function UnexplainedTransfers({ transferAlarms, knownProposals, roles }: WatchProps) {
  return (
    <>
      <TransferAlarms alarms={transferAlarms} denialReason={proposeDenialReason(roles, knownProposals)} />
      <ProposalPanel
        title="Known transfers"
        proposals={knownProposals}
        describe={describeKnown}
        steps={PROPOSAL_STEPS}
      />
    </>
  );
}

const describeKnown = ({ payload }: ProposalView) => (
  <KnownTransfers transferIds={(payload as KnownTransfersChange).transferIds} />
);

function proposeDenialReason(roles: readonly Role[], proposals: readonly ProposalView[]): string | undefined {
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    denialReason('judgeTransfers', roles) ??
    (open && `${open.proposedBy} proposed a change. A second administrator must confirm it first.`)
  );
}
