import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { readableText } from '@/components/values/untrusted-text';
import { readRequest } from '@/lib/server/requests/lists/read';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import type { RequestView } from '@/lib/requests/request-view';
import { theService } from '@/lib/text/service-name';
import type { Reader } from '@/lib/identity/reader';
import { readProfileChoices } from '@/lib/server/profiles/choices';
import { readSendable } from '@/lib/server/policy/sendable';
import { readAgain } from '@/lib/server/transfers/repeat-withdrawal';

const NOTHING_CHANGED = 'Nothing was saved and nothing was sent.';

/** The form of a withdrawal that is requested again (`id`), or the reason why it cannot be. */
export async function RequestAgain({ id, person }: { id: string; person: Reader }) {
  const [registry, profiles, again] = await Promise.all([readSendable(), readProfileChoices(person), readAgain(id)]);
  if (!again.ok) {
    const { error } = again;
    const isRefused = error.kind === 'not-followable';
    const later = isRefused ? error.requestId : undefined;
    return (
      <>
        <PageTitle title="This withdrawal cannot be requested again" />
        <ExplanationNotice
          look="warn"
          explanation={
            isRefused
              ? { title: error.reason, detail: NOTHING_CHANGED, next: '' }
              : explainDenial(error, NOTHING_CHANGED)
          }
        />
        <Link
          href={later === undefined ? routes.withdrawals : routes.withdrawal(later)}
          className={buttonClass('plain', 'mt-4')}
        >
          {later === undefined ? 'Back to withdrawals' : 'Open the later request'}
        </Link>
      </>
    );
  }
  const request = await readRequest(id);
  const returnReason = request.ok ? findReturnReason(request.value) : undefined;
  if (again.value.kind === 'amendment') {
    const { amendment } = again.value;
    return (
      <WithdrawalEditor
        title="Request again"
        subtitle={
          `${amendment.refId} was never sent, so it keeps its reference. Submitting creates version ` +
          `${amendment.version + 1}, which takes approvals of its own.`
        }
        editing={{ personId: person.id, registry, profiles, amendment, returnReason }}
      />
    );
  }
  const { start } = again.value;
  return (
    <WithdrawalEditor
      title="Request again"
      subtitle={
        `This is a new request that follows ${start.follows?.refId}, with a new reference. It takes approvals of its ` +
        'own; none are inherited.'
      }
      editing={{ personId: person.id, registry, profiles, start, returnReason }}
    />
  );
}

/** Gives the words with which a request came back: of the approver who rejected it, or of the service. */
function findReturnReason({ decisions, outcome }: RequestView): string | undefined {
  const rejection = decisions.findLast(({ verdict }) => verdict === 'REJECTED');
  const declined = outcome?.send?.state === 'REFUSED' ? outcome.send.declineReason : null;
  if (declined) return `Declined by ${theService()}: ${readableText(declined, 500)}`;
  return rejection && `Rejected by ${readableText(rejection.personName, 80)}: ${readableText(rejection.comment, 500)}`;
}
