import type { Metadata } from 'next';
import { RequestAgain } from '@/app/(console)/withdrawals/new/request-again';
import { ForRequesters } from '@/app/(console)/withdrawals/new/for-requesters';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { Notice } from '@/components/ui/notice';
import { denialReason } from '@/lib/identity/roles';
import { readSendable } from '@/lib/server/policy/sendable';
import { readProfileChoices, readUsualProfile } from '@/lib/server/profiles/choices';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';

const TITLE = 'New withdrawal';

export const metadata: Metadata = { title: TITLE };

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
    <ForRequesters person={person} title={TITLE}>
      {start === 'not-found' && (
        <div className="mb-4">
          <Notice look="warn" title="The withdrawal or template to repeat was not found. Start with an empty form." />
        </div>
      )}
      <WithdrawalEditor
        title={TITLE}
        editing={{ personId: person.id, registry, profiles, usualProfile, ...(start !== 'not-found' && { start }) }}
      />
    </ForRequesters>
  );
}
