import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ConfirmationDocument } from '@/app/(console)/transfers/[id]/confirmation/confirmation-document';
import { PrintButton } from '@/app/(console)/transfers/[id]/confirmation/print-button';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { DownloadLink } from '@/components/data/download-link';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { explainReadFailure } from '@/lib/http/read-failures';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readConfirmation } from '@/lib/server/transfers/confirmation';

export const metadata: Metadata = { title: 'Payment confirmation' };

export default async function ConfirmationPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readTransfers');
  const id = decodeSegment((await params).id);
  const confirmation = await readConfirmation(id);
  if (!confirmation.ok) {
    if (confirmation.error.kind === 'not-found') notFound();
    return (
      <>
        <PageTitle title="No payment confirmation" />
        <ReadFailureNotice explanation={explainReadFailure(confirmation.error)} />
      </>
    );
  }
  return (
    <div className="mx-auto max-w-reading">
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <Link href={routes.transfer(id)} className={buttonClass('quiet')}>
          Back to the transfer
        </Link>
        <PrintButton />
        <DownloadLink href={routes.confirmationPdf(id)} look="primary" label="Download PDF" />
      </div>
      <ConfirmationDocument confirmation={confirmation.value} />
    </div>
  );
}

// Next gives the segment as it is encoded in the address.
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
