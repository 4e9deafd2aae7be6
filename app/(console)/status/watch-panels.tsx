import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ExternalProfiles, ProfileList } from '@/app/(console)/status/external-profiles';
import { KnownTransfers, TransferAlarms } from '@/app/(console)/status/transfer-alarms';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { SendsOverview } from '@/lib/server/sends/overview';
import type { SettingPayload } from '@/lib/proposals/settings';
import type { KnownTransfersChange } from '@/lib/transfer-watch/contract';

type WatchProps = Pick<SendsOverview, 'transferAlarms' | 'knownProposals' | 'external'> & { roles: readonly Role[] };

/** Shows the transfers that no request explains, and the proposals to mark them as known. */
export function UnexplainedTransfers({ transferAlarms, knownProposals, roles }: Omit<WatchProps, 'external'>) {
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

/** Shows the profiles from which others may send, and the proposals to change them; nothing to who does not see all. */
export function OtherSenders({ external, roles }: Pick<WatchProps, 'external' | 'roles'>) {
  if (external === null) return null;
  const { version, profiles, proposals } = external;
  return (
    <>
      <ExternalProfiles version={version} profiles={profiles} denialReason={proposeDenialReason(roles, proposals)} />
      <ProposalPanel title="Other profiles" proposals={proposals} describe={describeProfiles} steps={PROPOSAL_STEPS} />
    </>
  );
}

const describeKnown = ({ payload }: ProposalView) => (
  <KnownTransfers transferIds={(payload as KnownTransfersChange).transferIds} />
);

const describeProfiles = ({ payload }: ProposalView) => (
  <>
    <p className="text-body">Others may send from these profiles without an alarm:</p>
    <ProfileList profiles={(payload as SettingPayload<string[]>).value} />
  </>
);

function proposeDenialReason(roles: readonly Role[], proposals: readonly ProposalView[]): string | undefined {
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    denialReason('judgeTransfers', roles) ??
    (open && `${open.proposedBy} proposed a change. A second administrator must confirm it first.`)
  );
}
