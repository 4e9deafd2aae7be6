import type { Metadata } from 'next';
import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { RegistryEditor } from '@/app/(console)/assets/registry-editor';
import { VersionHistory } from '@/components/proposals/version-history';
import { AssetList, NetworkList } from '@/app/(console)/assets/registry-lists';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import { denialReason } from '@/lib/identity/roles';
import type { SettingPayload } from '@/lib/proposals/settings';
import { type RegistryVersion, readAssets } from '@/lib/server/networks/registry';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Assets and networks' };

export default async function AssetsPage() {
  const person = await requirePage('readWithdrawals');
  const assets = await readAssets();
  if (!assets.ok) throw new Error('reading the registry was denied to a person who may read withdrawals');
  const { current, history, proposals } = assets.value;
  const registryOf = new Map([current, ...history].map(({ version, registry }) => [version, registry]));
  const describe = ({ payload }: ProposalView) => {
    const { basedOn, value: registry } = payload as SettingPayload<Registry>;
    return <RegistryChanges before={registryOf.get(basedOn) ?? DEFAULT_REGISTRY} after={registry} />;
  };
  return (
    <>
      <PageTitle
        title="Assets and networks"
        subtitle={
          'What can be requested. An asset on a network that is not listed for it, or an amount with more decimals, is ' +
          'refused. A network also needs the configuration of the console; an asset that is missing here is refused ' +
          'unless a rule of the policy names it.'
        }
      />
      <div className="space-y-4">
        <div className="space-y-4">
          <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />
          {denialReason('changeRegistry', person.roles) === undefined && (
            <RegistryEditor
              basedOn={current.version}
              registry={current.registry}
              denialReason={explainOpenProposal(proposals)}
            />
          )}
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Panel title="Assets">
            <VersionNote version={current} />
            <AssetList registry={current.registry} />
          </Panel>
          <Panel title="Networks">
            <NetworkList networks={current.registry.networks} />
          </Panel>
        </div>
        <VersionHistory
          versions={[current, ...history]}
          renderChanges={(before, { registry }) => <RegistryChanges before={before.registry} after={registry} />}
        />
      </div>
    </>
  );
}

/** Sentence with the version in force, its date and its two administrators. */
function VersionNote({ version: { version, activeFrom, proposedBy, confirmedBy } }: { version: RegistryVersion }) {
  if (activeFrom === null) return <p className="mb-3 text-body text-dim">Default table. No changes yet.</p>;
  return (
    <p className="mb-3 text-body text-dim">
      Version {version}, in force since <Time iso={activeFrom} />
      {proposedBy && confirmedBy && (
        <>
          . Proposed by <UntrustedText text={proposedBy} />, confirmed by <UntrustedText text={confirmedBy} />
        </>
      )}
      .
    </p>
  );
}
