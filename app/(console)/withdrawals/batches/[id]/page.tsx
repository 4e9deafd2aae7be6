import type { Metadata } from 'next';
import { BatchDetails } from '@/app/(console)/withdrawals/batches/[id]/batch-details';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Batch' };

interface BatchPageProps {
  params: Promise<{ id: string }>;
  /** `start` is what the reader came from the approval queue for. */
  searchParams: Promise<{ start?: string | string[] }>;
}

export default async function BatchPage({ params, searchParams }: BatchPageProps) {
  await requirePage('readWithdrawals');
  const { id } = await params;
  const found = await readBatch(id);
  if (found.ok) return <BatchDetails key={id} initial={found.value} start={(await searchParams).start} />;
  if (isDenial(found.error)) return <ExplanationNotice explanation={explainDenial(found.error, '')} />;
  return (
    <>
      <PageTitle title="Batch not found" subtitle="No batch has this address. Check the link." />
      <Link href={routes.batches} className={buttonClass('plain')}>
        Back to batches
      </Link>
    </>
  );
}
