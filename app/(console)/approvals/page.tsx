import type { Metadata } from 'next';
import { Inbox } from '@/app/(console)/approvals/inbox';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readQueue } from '@/lib/server/requests/lists/queue';

export const metadata: Metadata = { title: 'Approvals' };

export default async function ApprovalsPage() {
  const person = await requirePage('readWithdrawals');
  const queue = await readQueue();
  if (queue.ok) return <Inbox initial={queue.value} denialReason={denialReason('decideOnWithdrawals', person.roles)} />;
  return (
    <>
      <PageTitle title="Approvals" />
      <ExplanationNotice explanation={explainDenial(queue.error, '')} />
    </>
  );
}
