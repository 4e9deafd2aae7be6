'use client';

import { useRouter } from 'next/navigation';
import { BatchTitle } from '@/app/(console)/withdrawals/batches/[id]/batch-head';
import { buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { Findings } from '@/components/withdrawals/findings';
import { routes } from '@/lib/http/routes';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import { listReviewFindings } from '@/lib/requests/inbox/review-findings';

/** Shows what a batch is and what calls for a look in it. Its keys lead to its page, where its rows are decided on. */
export function BatchPane({ batch }: { batch: BatchSummary }) {
  const { id, review, count, waiting } = batch;
  const router = useRouter();
  const [look, reject] = [routes.batchInQueue(id, 'look'), routes.batchInQueue(id, 'reject')];
  useActionKeys({ a: () => router.push(look), r: () => router.push(reject) });
  return (
    <div className="space-y-5">
      <div>
        <BatchTitle batch={batch} summed={waiting} count={count} level="h2">
          {review?.amounts.join(' · ')}
        </BatchTitle>
      </div>
      {review && <Findings title="Current checks" lines={listReviewFindings(review)} />}
      <div className="flex max-w-card gap-2">
        <Link href={look} className={buttonClass('primary', 'grow')}>
          Look at the rows <KeyHint>a</KeyHint>
        </Link>
        <Link href={reject} className={buttonClass('danger')}>
          Reject rows… <KeyHint>r</KeyHint>
        </Link>
      </div>
    </div>
  );
}
