import type { Metadata } from 'next';
import { ReadAgain } from '@/app/(console)/transfers/[id]/read-again';
import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { explainReadRefusal } from '@/lib/read-refusals';
import { ReadFailureNotice } from '@/app/(console)/transfers/read-failure-notice';
import { LiveTransfer } from '@/app/(console)/transfers/live-transfer';
import { ForeignText, readableText } from '@/components/foreign-text';
import { requirePage } from '@/lib/server/people/page-guard';
import { readTransfer } from '@/lib/server/transfers/read';

export const metadata: Metadata = { title: 'Transfer' };

export default async function TransferPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readTransfers');
  const id = decodeSegment((await params).id);
  const answer = await readTransfer(id);
  if (answer.ok) {
    const { transfer } = answer.value;
    return (
      <TransferCard title={`Transfer ${readableText(transfer.ref_id ?? transfer.id, 100)}`}>
        <LiveTransfer key={id} id={id} initial={answer.value} />
      </TransferCard>
    );
  }
  return (
    <TransferCard title="Transfer">
      <ReadFailureNotice look={answer.error.kind === 'not-found' ? 'warn' : 'bad'} explanation={explainReadRefusal(answer.error)}>
        <p>
          Asked for:{' '}
          <code className="font-mono">
            <ForeignText text={id} limit={200} />
          </code>
        </p>
        {answer.error.kind === 'failed' && <ReadAgain />}
      </ReadFailureNotice>
    </TransferCard>
  );
}

// A page is given the segment as it stands in the address.
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
