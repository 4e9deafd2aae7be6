import type { Metadata } from 'next';
import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { RegistryEditor } from '@/app/(console)/assets/registry-editor';
import { RegistryHistory } from '@/app/(console)/assets/registry-history';
import { AssetList, NetworkList } from '@/app/(console)/assets/registry-lists';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { ProposalView } from '@/lib/proposals/proposals';
import { denialReason } from '@/lib/identity/roles';
import type { RegistryChangePayload } from '@/lib/server/networks/registry-change';
import { type RegistryVersion, readAssets } from '@/lib/server/networks/registry';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Assets and networks' };

export default async function AssetsPage() {
  const person = await requirePage('readWithdrawals');
  const assets = await readAssets();
  if (!assets.ok) throw new Error('somebody who may read withdrawals must be given the table');
  const { current, history, proposals } = assets.value;
  const open = proposals.find(({ state }) => state === 'OPEN');
  const at = new Map([current, ...history].map(({ version, directory }) => [version, directory]));
  const describe = ({ payload }: ProposalView) => {
    const { basedOn, directory } = payload as RegistryChangePayload;
    return <RegistryChanges before={at.get(basedOn) ?? DEFAULT_REGISTRY} after={directory} />;
  };
  return (
    <>
      <PageTitle
        title="Assets and networks"
        subtitle="What the console knows of what can be sent where. A withdrawal outside it is possible, and said to be outside it to whoever asks and approves."
      />
      <div className="space-y-5">
        <div className="space-y-5">
          <ProposalPanel
            title="Changes that were asked for"
            proposals={proposals}
            describe={describe}
            steps={PROPOSAL_STEPS}
          />
          <RegistryEditor
            basedOn={current.version}
            directory={current.directory}
            denialReason={
              denialReason('changeDirectory', person.roles) ??
              (open && `${open.proposedBy} has asked for a change, which must be decided first.`)
            }
          />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Panel title="Assets">
            <Brought version={current} />
            <AssetList directory={current.directory} />
          </Panel>
          <Panel title="Networks">
            <NetworkList networks={current.directory.networks} />
          </Panel>
        </div>
        <RegistryHistory versions={[current, ...history]} />
      </div>
    </>
  );
}

/** Who brought the table, and when. */
function Brought({ version: { version, activeFrom, proposedBy, confirmedBy } }: { version: RegistryVersion }) {
  if (activeFrom === null)
    return <p className="mb-3 text-sm text-dim">The console came with this table; nobody has changed it.</p>;
  return (
    <p className="mb-3 text-sm text-dim">
      Version {version}, since <Time iso={activeFrom} />
      {proposedBy && confirmedBy && (
        <>
          : asked for by <UntrustedText text={proposedBy} />, confirmed by <UntrustedText text={confirmedBy} />
        </>
      )}
      .
    </p>
  );
}
