import type { Metadata } from 'next';
import { BulkLookup } from '@/app/(console)/transfers/lookup/bulk-lookup';
import { PageTitle } from '@/components/ui/panel';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Bulk lookup' };

export default async function LookUpPage() {
  await requirePage('readTransfers');
  return (
    <>
      <PageTitle
        title="Bulk lookup"
        subtitle="Paste up to 1,000 references, transfer or request IDs, transaction hashes or addresses."
      />
      <BulkLookup />
    </>
  );
}
