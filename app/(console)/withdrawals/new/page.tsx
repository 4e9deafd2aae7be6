import type { Metadata } from 'next';
import { RequestAgain } from '@/app/(console)/withdrawals/new/request-again';
import { SigningNotice } from '@/app/(console)/withdrawals/new/signing-notice';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { readSendable } from '@/lib/server/policy/sendable';
import { readProfileChoices, readUsualProfile } from '@/lib/server/profiles/choices';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';

export const metadata: Metadata = { title: 'New withdrawal' };

interface NewWithdrawalPageProps {
  /**
   * The ID of a `request`, a `transfer`, a `recipient` or a `template` to repeat, or of a request to request `again`.
   */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewWithdrawalPage({ searchParams }: NewWithdrawalPageProps) {
  const person = await requireSignedIn();
  const reason = denialReason('makeWithdrawal', person.roles);
  const params = await searchParams;
  if (reason === undefined && typeof params.again === 'string')
    return <RequestAgain id={params.again} person={person} />;
  const [registry, profiles, usualProfile, start] = await Promise.all([
    readSendable(),
    readProfileChoices(person),
    readUsualProfile(person),
    readStart(params),
  ]);
  return (
    <>
      <PageTitle title="New withdrawal" />
      {reason === undefined && start === 'not-found' && (
        <div className="mb-4">
          <Notice look="warn" title="The withdrawal or template to repeat was not found. Start with an empty form." />
        </div>
      )}
      {reason === undefined && <SigningNotice person={person} />}
      {reason === undefined ? (
        <WithdrawalEditor
          editing={{ personId: person.id, registry, profiles, usualProfile, ...(start !== 'not-found' && { start }) }}
        />
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
