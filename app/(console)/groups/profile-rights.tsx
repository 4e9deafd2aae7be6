import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { RightChanges } from '@/app/(console)/groups/right-changes';
import { RightsEditor } from '@/app/(console)/groups/rights-editor';
import { StoredShortages } from '@/components/policy/shortage-warnings';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { VersionHistory } from '@/components/proposals/version-history';
import { Panel } from '@/components/ui/panel';
import { denialReason, type Role } from '@/lib/identity/roles';
import { indexProfileNames, type ProfileName } from '@/lib/profiles/find-name';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import { describeRight, type ProfileRight } from '@/lib/rights/profile-rights';
import type { SettingPayload } from '@/lib/proposals/settings';
import { readRights } from '@/lib/server/rights/read';

/** Shows who may see, request from and approve for which profiles, with proposed changes and earlier versions. */
export async function ProfileRights({
  roles,
  named,
  seen,
  setup,
}: {
  roles: readonly Role[];
  named: readonly ProfileName[];
  /** IDs of profiles that transfers or requests have. */
  seen: readonly string[];
  /** Who could approve; for people who may change rights. */
  setup: ApprovalSetup | undefined;
}) {
  const read = await readRights();
  if (!read.ok) throw new Error('reading rights was denied to a person who may read withdrawals');
  const { current, history, proposals, people } = read.value;
  const names = {
    people: new Map(people.map(({ id, label }) => [id, label])),
    profiles: indexProfileNames(named),
  };
  const rightsOf = new Map([current, ...history].map(({ version, rights }) => [version, rights]));
  const describe = ({ payload, state, analysis }: ProposalView) => {
    const { basedOn, value: rights } = payload as SettingPayload<ProfileRight[]>;
    return (
      <div className="space-y-2">
        <RightChanges before={rightsOf.get(basedOn) ?? []} after={rights} names={names} />
        {state === 'OPEN' && setup && <StoredShortages analysis={analysis} />}
      </div>
    );
  };
  return (
    <section aria-labelledby="rights" className="space-y-4 pt-4">
      <h2 id="rights" className="text-title font-semibold">
        Rights to profiles
      </h2>
      <ProposalPanel title="Proposed rights" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />
      <Panel title="Rights in force">
        <ul className="mb-2 space-y-1 text-body [overflow-wrap:anywhere] empty:hidden">
          {current.rights.map((right) => (
            <li key={`${right.may} ${right.who}`}>{describeRight(right, names)}</li>
          ))}
        </ul>
        <p className="text-body text-dim">
          {current.rights.length > 0 ? 'Otherwise, roles' : 'Roles'} apply to all profiles. Nobody requests from or
          decides for a profile that they cannot see.
        </p>
      </Panel>
      {denialReason('changeProfileRights', roles) === undefined && (
        <RightsEditor
          basedOn={current.version}
          rights={current.rights}
          people={people}
          named={named}
          seen={seen}
          setup={setup}
          denialReason={explainOpenProposal(proposals)}
        />
      )}
      <VersionHistory
        versions={[current, ...history]}
        renderChanges={(before, after) => <RightChanges before={before.rights} after={after.rights} names={names} />}
      />
    </section>
  );
}
