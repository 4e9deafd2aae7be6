import type { Metadata } from 'next';
import { NetworksTable } from '@/app/(console)/networks/networks-table';
import { CoverageText } from '@/components/transfers/coverage-text';
import { PageTitle, Panel } from '@/components/ui/panel';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readNetworkStatus } from '@/lib/server/mirror/figures/network-status';
import { requirePage } from '@/lib/server/auth/page-guard';
import { joinList } from '@/lib/text/join-list';
import { networkLabel } from '@/lib/networks/networks';
import { theService } from '@/lib/text/service-name';
import { type NetworkSummary, summarizeNetworks } from '@/lib/transfers/figures/network-status';
import { readableText } from '@/components/values/untrusted-text';

export const metadata: Metadata = { title: 'Networks' };

/** Shows how long transfers take at the moment, and what is pending, by network and asset. */
export default async function NetworksPage() {
  const person = await requirePage('readTransfers');
  const [lines, coverage] = await Promise.all([readNetworkStatus(), readCoverage(person)]);
  if (!lines.ok) throw new Error('the networks were denied to a person who may read transfers');
  const networks = summarizeNetworks(lines.value, coverage.isComplete && coverage.staleSince === null);
  return (
    <>
      <PageTitle title="Networks" />
      <div className="mb-4 max-w-reading space-y-1 text-body">
        {networks.length > 0 && <p className="font-medium">{describeNetworks(networks)}</p>}
        <p className="text-label text-dim">
          From creation to completion; {theService()} does not report the state of networks.{' '}
          <CoverageText coverage={coverage} />
        </p>
      </div>
      {networks.length === 0 ? (
        <Panel>
          <p className="text-body text-dim">
            No transfers on a network yet. Networks appear with their first transfer.
          </p>
        </Panel>
      ) : (
        <NetworksTable networks={networks} />
      )}
    </>
  );
}

function describeNetworks(networks: readonly NetworkSummary[]): string {
  const slow = networks.filter(({ verdict }) => verdict.level === 'slow');
  if (slow.length === 0)
    return networks.some(({ verdict }) => verdict.level === 'normal')
      ? 'No network is slower than usual.'
      : 'Too little is known to compare networks.';
  const names = joinList(
    slow.map(({ network, slowAssets }) => {
      const name = readableText(networkLabel(network), 40);
      if (slowAssets.length === 0) return name;
      return `${name} for ${joinList(slowAssets.slice(0, 3).map((asset) => readableText(asset || 'no asset', 40)))}`;
    }),
  );
  return `Slower than usual: ${names}.`;
}
