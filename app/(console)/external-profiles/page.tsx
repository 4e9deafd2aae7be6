import type { Metadata } from 'next';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ExternalProfiles, ProfileList } from '@/app/(console)/external-profiles/external-profiles';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import type { SettingPayload } from '@/lib/proposals/settings';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readExternalProfilesView } from '@/lib/server/transfer-watch/external-profiles';

export const metadata: Metadata = { title: 'External profiles' };

export default async function ExternalProfilesPage() {
  const person = await requirePage('readStatus');
  const read = await readExternalProfilesView();
  if (!read.ok) throw new Error('the external profiles were denied to a person who may read the status');
  const { value: external } = read;
  return (
    <>
      <PageTitle
        title="External profiles"
        subtitle="A withdrawal that was not requested here raises an alarm, unless it leaves from one of these profiles."
      />
      {external === null ? (
        <p className="text-body text-dim">Only people who see all profiles see this list.</p>
      ) : (
        <div className="space-y-4">
          <ProposalPanel
            title="Proposed changes"
            proposals={external.proposals}
            describe={describeProfiles}
            steps={PROPOSAL_STEPS}
          />
          <ExternalProfiles
            version={external.version}
            profiles={external.profiles}
            mayChange={denialReason('judgeTransfers', person.roles) === undefined}
            denialReason={explainOpenProposal(external.proposals)}
          />
        </div>
      )}
    </>
  );
}

const describeProfiles = ({ payload }: ProposalView) => (
  <>
    <p className="text-body">Others may send from these profiles without an alarm:</p>
    <ProfileList profiles={(payload as SettingPayload<string[]>).value} />
  </>
);
