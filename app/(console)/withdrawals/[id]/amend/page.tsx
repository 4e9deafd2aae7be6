import type { Metadata } from 'next';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import type { DecisionFailure } from '@/lib/requests/contract';
import { readProfileChoices } from '@/lib/server/profiles/choices';
import { readSendable } from '@/lib/server/policy/sendable';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readAmendable } from '@/lib/server/requests/creation/amend';

export const metadata: Metadata = { title: 'Change request' };

export default async function AmendPage({ params }: { params: Promise<{ id: string }> }) {
  const person = await requireSignedIn();
  const { id } = await params;
  const found = await readAmendable(id);
  if (!found.ok) {
    const isMissing = found.error.kind === 'not-found';
    return (
      <>
        <PageTitle title="This request cannot be changed" />
        <ExplanationNotice look="warn" explanation={explainFailure(found.error)} />
        <Link href={isMissing ? routes.withdrawals : routes.withdrawal(id)} className={buttonClass('plain', 'mt-4')}>
          {isMissing ? 'Back to withdrawals' : 'Back to the request'}
        </Link>
      </>
    );
  }
  const { version } = found.value;
  const [registry, profiles] = await Promise.all([readSendable(), readProfileChoices(person)]);
  return (
    <WithdrawalEditor
      title="Change request"
      subtitle={
        `Submitting creates version ${version + 1}. Decisions on earlier versions become void, and the policy is ` +
        `applied again. Until you submit, version ${version} stays valid.`
      }
      editing={{ personId: person.id, registry, profiles, amendment: found.value }}
    />
  );
}

function explainFailure(failure: DecisionFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  const title = 'reason' in failure ? failure.reason : 'Only the requester can change a request.';
  return { title, detail: NOTHING_CHANGED, next: '' };
}

const NOTHING_CHANGED = 'Nothing was changed.';
