import type { Metadata } from 'next';
import { NetworksTable } from '@/app/(console)/networks/networks-table';
import { CoverageText } from '@/components/transfers/coverage-text';
import { PageTitle, Panel } from '@/components/ui/panel';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readNetworkStatus } from '@/lib/server/mirror/figures/network-status';
import { requirePage } from '@/lib/server/auth/page-guard';
import { theService } from '@/lib/text/service-name';
import { summarizeNetworks } from '@/lib/transfers/figures/network-status';

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
      <p className="mb-4 max-w-reading text-label text-dim">
        From creation to completion; {theService()} does not report the state of networks.{' '}
        <CoverageText coverage={coverage} />
      </p>
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
