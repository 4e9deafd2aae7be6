import type { Metadata } from 'next';
import { DirectoryChanges } from '@/app/(console)/assets/registry-changes';
import { DirectoryEditor } from '@/app/(console)/assets/registry-editor';
import { DirectoryHistory } from '@/app/(console)/assets/registry-history';
import { AssetList, NetworkList } from '@/app/(console)/assets/registry-lists';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ForeignText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { DEFAULT_DIRECTORY } from '@/lib/networks/assets';
import type { ProposalView } from '@/lib/proposals/proposals';
import { whyNot } from '@/lib/identity/roles';
import type { DirectoryChangePayload } from '@/lib/server/networks/registry-change';
import { type DirectoryVersion, readAssets } from '@/lib/server/networks/registry';
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
    const { basedOn, directory } = payload as DirectoryChangePayload;
    return <DirectoryChanges before={at.get(basedOn) ?? DEFAULT_DIRECTORY} after={directory} />;
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
          <DirectoryEditor
            basedOn={current.version}
            directory={current.directory}
            whyNot={
              whyNot('changeDirectory', person.roles) ??
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
        <DirectoryHistory versions={[current, ...history]} />
      </div>
    </>
  );
}

/** Who brought the table, and when. */
function Brought({ version: { version, activeFrom, proposedBy, confirmedBy } }: { version: DirectoryVersion }) {
  if (activeFrom === null)
    return <p className="mb-3 text-sm text-dim">The console came with this table; nobody has changed it.</p>;
  return (
    <p className="mb-3 text-sm text-dim">
      Version {version}, since <Time iso={activeFrom} />
      {proposedBy && confirmedBy && (
        <>
          : asked for by <ForeignText text={proposedBy} />, confirmed by <ForeignText text={confirmedBy} />
        </>
      )}
      .
    </p>
  );
}
