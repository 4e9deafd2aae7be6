import type { Metadata } from 'next';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { readRegistry } from '@/lib/server/networks/registry';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';

export const metadata: Metadata = { title: 'New withdrawal' };

interface NewWithdrawalPageProps {
  /** What it repeats: a `request`, a `transfer` or a `recipient` by its id. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewWithdrawalPage({ searchParams }: NewWithdrawalPageProps) {
  const person = await requireSignedIn();
  const reason = denialReason('makeWithdrawal', person.roles);
  const [registry, start] = await Promise.all([readRegistry(), readStart(await searchParams)]);
  return (
    <>
      <PageTitle title="New withdrawal" subtitle="You see exactly what will be sent before anything leaves." />
      {reason === undefined && start === 'not-found' && (
        <div className="mb-4">
          <Notice look="warn" title="What was to be repeated is not there, or is no withdrawal. The form is empty." />
        </div>
      )}
      {reason === undefined ? (
        <WithdrawalEditor editing={{ personId: person.id, registry, ...(start !== 'not-found' && { start }) }} />
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
