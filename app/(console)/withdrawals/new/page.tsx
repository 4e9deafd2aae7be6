import type { Metadata } from 'next';
import Link from 'next/link';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { whyNot } from '@/lib/roles';
import { routes } from '@/lib/routes';
import { requireSignedIn } from '@/lib/server/people/page-guard';

export const metadata: Metadata = { title: 'New withdrawal' };

export default async function NewWithdrawalPage() {
  const person = await requireSignedIn();
  const reason = whyNot('makeWithdrawal', person.roles);
  return (
    <>
      <PageTitle title="New withdrawal" subtitle="You see exactly what will be sent before anything leaves." />
      {reason === undefined ? (
        <WithdrawalEditor editing={{ personId: person.id }} />
      ) : (
        <Notice look="warn" title={reason}>
          <p>
            You are signed in as {person.name}. You can read{' '}
            <Link className="underline" href={routes.withdrawals}>
              the withdrawals
            </Link>
            .
          </p>
        </Notice>
      )}
    </>
  );
}
