import type { Metadata } from 'next';
import { BulkLookup } from '@/app/(console)/transfers/lookup/bulk-lookup';
import { PageTitle } from '@/components/ui/panel';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Look up references' };

export default async function LookUpPage() {
  await requirePage('readTransfers');
  return (
    <>
      <PageTitle
        title="Look up references"
        subtitle="Paste up to 1,000 references, transfer IDs, transaction hashes or addresses."
      />
      <BulkLookup />
    </>
  );
}
