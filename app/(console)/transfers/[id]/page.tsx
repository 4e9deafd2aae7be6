import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RetryButton } from '@/app/(console)/transfers/[id]/retry-button';
import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { LiveTransfer } from '@/app/(console)/transfers/_details/live-transfer';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { CoverageText } from '@/components/transfers/coverage-text';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { RepeatLink } from '@/components/withdrawals/new-withdrawal-link';
import { RememberOpened } from '@/app/(console)/transfers/[id]/remember-opened';
import { explainReadFailure } from '@/lib/http/read-failures';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { theService } from '@/lib/text/service-name';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readTransfer } from '@/lib/server/transfers/read';
import type { Transfer } from '@/lib/transfers/transfer';

export const metadata: Metadata = { title: 'Transfer' };

export default async function TransferPage({ params }: { params: Promise<{ id: string }> }) {
  const { roles } = await requirePage('readTransfers');
  const id = decodeSegment((await params).id);
  const known = await readDetail(id);
  if (known.mirrored) {
    // Not awaited: the page renders with the mirrored record, and the service's record follows in the same stream.
    const streamed = readTransfer(id);
    return (
      <TransferCard
        title={titleOf(known.mirrored.transfer)}
        actions={isWithdrawal(known.mirrored.transfer) && <RepeatLink roles={roles} from={{ transfer: id }} />}
      >
        <RememberOpened id={id} label={known.mirrored.transfer.ref_id ?? id} />
        <LiveTransfer key={id} id={id} detail={known} streamed={streamed} />
      </TransferCard>
    );
  }
  const answer = await readTransfer(id);
  if (answer.ok) {
    return (
      <TransferCard title={titleOf(answer.value.transfer)}>
        <RememberOpened id={id} label={answer.value.transfer.ref_id ?? id} />
        <LiveTransfer key={id} id={id} detail={await readDetail(id)} initial={answer.value} />
      </TransferCard>
    );
  }
  if (answer.error.kind === 'not-found') notFound();
  return (
    <TransferCard title="Transfer">
      <ReadFailureNotice explanation={explainReadFailure(answer.error)}>
        <p>
          Transfer ID:{' '}
          <code className="font-mono">
            <UntrustedText text={id} limit={200} />
          </code>
        </p>
        <p>
          The console’s copy does not have this transfer (<CoverageText coverage={known.coverage} />
          ), and {theService()} could not be checked, so the transfer may still exist.
        </p>
        {answer.error.kind === 'failed' && <RetryButton />}
      </ReadFailureNotice>
    </TransferCard>
  );
}

async function readDetail(id: string) {
  const detail = await readTransferDetail(id);
  if (!detail.ok) throw new Error('a person who may read transfers must get the detail');
  return detail.value;
}

// The source of a deposit, which anyone can send, is never paid.
function isWithdrawal({ type, direction }: Transfer): boolean {
  return type === 'CRYPTO_WITHDRAWAL' && direction === 'DEBIT';
}

function titleOf({ ref_id, id }: Transfer): string {
  return `Transfer ${readableText(ref_id ?? id, 100)}`;
}

// Next gives the segment as it is encoded in the address.
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
