import type { Metadata } from 'next';
import { Queue } from '@/app/(console)/approvals/queue';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readQueue } from '@/lib/server/requests/lists/queue';

export const metadata: Metadata = { title: 'Approvals' };

export default async function ApprovalsPage() {
  const person = await requirePage('readWithdrawals');
  const queue = await readQueue();
  const reason = denialReason('decideOnWithdrawals', person.roles);
  return (
    <>
      <PageTitle title="Approvals" subtitle="What waits for you, oldest first. This page updates by itself." />
      {reason !== undefined && (
        <div className="mb-4">
          <Notice look="info" title={reason}>
            <p>You can see which requests await approval and which withdrawals are in progress.</p>
          </Notice>
        </div>
      )}
      {queue.ok ? (
        <Queue initial={queue.value} canDecide={reason === undefined} />
      ) : (
        <ExplanationNotice explanation={explainDenial(queue.error, '')} />
      )}
    </>
  );
}
