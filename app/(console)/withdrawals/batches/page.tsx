import type { Metadata } from 'next';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { ImportLink } from '@/components/withdrawals/new-withdrawal-link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainDenial } from '@/lib/http/denials';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Batches' };

export default async function BatchesPage() {
  const person = await requirePage('readWithdrawals');
  const batches = await listBatches();
  return (
    <>
      <PageTitle
        title="Batches"
        subtitle="Withdrawals requested together from a sheet, newest first."
        actions={<ImportLink roles={person.roles} />}
      />
      {batches.ok ? (
        <BatchList batches={batches.value} />
      ) : (
        <ExplanationNotice explanation={explainDenial(batches.error, '')} />
      )}
    </>
  );
}

function BatchList({ batches }: { batches: readonly BatchSummary[] }) {
  if (batches.length > 0) return <BatchLines isOverview batches={batches} />;
  return (
    <Panel>
      <p className="text-dim">No batches yet. To request many withdrawals at once, import a sheet.</p>
    </Panel>
  );
}
