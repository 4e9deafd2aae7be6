import type { Metadata } from 'next';
import { Queue } from '@/app/(console)/approvals/queue';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readQueue } from '@/lib/server/requests/queue';

export const metadata: Metadata = { title: 'Approvals' };

export default async function ApprovalsPage() {
  const person = await requirePage('readWithdrawals');
  const queue = await readQueue();
  const reason = denialReason('decideOnWithdrawals', person.roles);
  return (
    <>
      <PageTitle title="Approvals" subtitle="What waits for a decision, oldest first. It keeps itself up to date." />
      {reason !== undefined && (
        <div className="mb-4">
          <Notice look="info" title={reason}>
            <p>You can read what waits here and what is on its way.</p>
          </Notice>
        </div>
      )}
      {queue.ok && <Queue initial={queue.value} mayDecide={reason === undefined} />}
    </>
  );
}
