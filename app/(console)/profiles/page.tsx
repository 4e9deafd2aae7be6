import type { Metadata } from 'next';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ProfileNamesEditor } from '@/app/(console)/profiles/profile-names-editor';
import { ProfileNameChanges } from '@/app/(console)/profiles/profile-name-changes';
import { ProfileList } from '@/app/(console)/profiles/profile-list';
import { VersionHistory } from '@/components/proposals/version-history';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { PageTitle } from '@/components/ui/panel';
import { type ProfileName, profileKey } from '@/lib/profiles/find-name';
import { namesDenialReason } from '@/lib/profiles/profile-names';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import { requirePage } from '@/lib/server/auth/page-guard';
import type { SettingPayload } from '@/lib/proposals/settings';
import { readProfiles } from '@/lib/server/profiles/profile-names';

export const metadata: Metadata = { title: 'Profiles' };

export default async function ProfilesPage() {
  const person = await requirePage('readWithdrawals');
  const profiles = await readProfiles();
  if (!profiles.ok) throw new Error('reading profiles was denied to a person who may read withdrawals');
  const { current, history, proposals, seen } = profiles.value;
  const namesOf = new Map([current, ...history].map(({ version, profiles: named }) => [version, named]));
  const describe = ({ payload }: ProposalView) => {
    const { basedOn, value: named } = payload as SettingPayload<ProfileName[]>;
    return <ProfileNameChanges before={namesOf.get(basedOn) ?? []} after={named} />;
  };
  const named = new Set(current.profiles.map(({ id }) => profileKey(id)));
  return (
    <>
      <PageTitle title="Profiles" subtitle="A name is shown with the profile’s ID everywhere; only the ID is sent." />
      <div className="space-y-4">
        <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />
        {namesDenialReason(person) === undefined && (
          <ProfileNamesEditor
            basedOn={current.version}
            profiles={current.profiles}
            unnamed={seen.flatMap(({ id }) => (named.has(profileKey(id)) ? [] : [id]))}
            denialReason={explainOpenProposal(proposals)}
          />
        )}
        <ProfileList named={current.profiles} seen={seen} />
        <VersionHistory
          versions={[current, ...history]}
          renderChanges={(before, after) => <ProfileNameChanges before={before.profiles} after={after.profiles} />}
        />
      </div>
    </>
  );
}
