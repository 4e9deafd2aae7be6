import type { Metadata } from 'next';
import { SigningNotice } from '@/app/(console)/withdrawals/new/signing-notice';
import { ImportEditor } from '@/app/(console)/withdrawals/import/import-editor';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { readSendable } from '@/lib/server/policy/sendable';
import { requireSignedIn } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Import withdrawals' };

export default async function ImportPage() {
  const person = await requireSignedIn();
  const reason = denialReason('makeWithdrawal', person.roles);
  return (
    <>
      <PageTitle
        title="Import withdrawals"
        subtitle="Create up to 1,000 requests from a sheet. Nothing is sent before approval."
      />
      {reason === undefined && <SigningNotice person={person} />}
      {reason === undefined ? (
        <ImportEditor personId={person.id} registry={await readSendable()} />
      ) : (
        <Notice look="warn" title={reason}>
          <p>
            You are signed in as {person.name}.{' '}
            <Link className="underline" href={routes.withdrawals}>
              View withdrawals
            </Link>
          </p>
        </Notice>
      )}
    </>
  );
}
