import type { Metadata } from 'next';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { GroupChanges } from '@/app/(console)/groups/group-changes';
import { GroupList } from '@/app/(console)/groups/group-list';
import { GroupsEditor } from '@/app/(console)/groups/groups-editor';
import { ProfileRights } from '@/app/(console)/groups/profile-rights';
import { StoredShortages } from '@/components/policy/shortage-warnings';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { VersionHistory } from '@/components/proposals/version-history';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import type { SettingPayload } from '@/lib/proposals/settings';
import { readApproverGroups } from '@/lib/server/approver-groups/read';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readProfiles } from '@/lib/server/profiles/profile-names';

export const metadata: Metadata = { title: 'Approvers and rights' };

export default async function GroupsPage() {
  const person = await requirePage('readPolicy');
  const [read, setup, profiles] = await Promise.all([readApproverGroups(), readApprovalSetup(person), readProfiles()]);
  if (!read.ok || !profiles.ok)
    throw new Error('reading groups or profiles was denied to a person who may read the policy');
  const { current, members, rules, history, proposals, people } = read.value;
  const labels = new Map(people.map(({ id, label }) => [id, label]));
  const groupsOf = new Map([current, ...history].map(({ version, groups }) => [version, groups]));
  const describe = ({ payload, state, analysis }: ProposalView) => {
    const { basedOn, value: groups } = payload as SettingPayload<ApproverGroup[]>;
    return (
      <div className="space-y-2">
        <GroupChanges before={groupsOf.get(basedOn) ?? []} after={groups} people={labels} />
        {state === 'OPEN' && setup && <StoredShortages analysis={analysis} />}
      </div>
    );
  };
  return (
    <>
      <PageTitle
        title="Approvers and rights"
        subtitle="Groups whose approvals a rule can ask for, and who may use which profile."
      />
      <div className="space-y-4">
        <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />
        <GroupList groups={current.groups} members={members} rules={rules} />
        {denialReason('changeApproverGroups', person.roles) === undefined && (
          <GroupsEditor
            basedOn={current.version}
            groups={current.groups}
            people={people}
            setup={setup}
            denialReason={explainOpenProposal(proposals)}
          />
        )}
        <VersionHistory
          versions={[current, ...history]}
          renderChanges={(before, after) => (
            <GroupChanges before={before.groups} after={after.groups} people={labels} />
          )}
        />
        <ProfileRights
          roles={person.roles}
          named={profiles.value.current.profiles}
          seen={profiles.value.seen.map(({ id }) => id)}
          setup={setup}
        />
      </div>
    </>
  );
}
