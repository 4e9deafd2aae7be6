import type { Metadata } from 'next';
import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { ImportLink } from '@/components/withdrawals/new-withdrawal-link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { listBatches } from '@/lib/server/requests/groups/list-batches';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Batches' };

export default async function BatchesPage() {
  const person = await requirePage('readWithdrawals');
  const outcome = await listBatches();
  const batches = outcome.ok ? outcome.value : [];
  return (
    <>
      <PageTitle
        title="Batches"
        subtitle="Withdrawals that were asked for together from a sheet, newest first."
        actions={<ImportLink roles={person.roles} />}
      />
      <div className="mb-3">
        <ListTabs
          label="Whose withdrawals"
          tabs={[
            { label: 'All', href: routes.withdrawals, isCurrent: false },
            { label: 'Mine', href: `${routes.withdrawals}?of=mine`, isCurrent: false },
            { label: 'Batches', href: routes.batches, isCurrent: true },
          ]}
        />
      </div>
      {batches.length > 0 ? (
        <BatchLines batches={batches} />
      ) : (
        <Panel>
          <p className="text-dim">No batch has been made yet.</p>
        </Panel>
      )}
    </>
  );
}
