import type { Metadata } from 'next';
import { WithdrawalEditor } from '@/app/(console)/withdrawals/new/withdrawal-editor';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { readRegistry } from '@/lib/server/networks/registry';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readAmendable } from '@/lib/server/requests/amend';

export const metadata: Metadata = { title: 'Change a withdrawal' };

export default async function AmendPage({ params }: { params: Promise<{ id: string }> }) {
  const person = await requireSignedIn();
  const { id } = await params;
  const found = await readAmendable(id);
  if (!found.ok) {
    const reason =
      'reason' in found.error ? found.error.reason : 'Only the person who asked for a withdrawal can change it.';
    return (
      <>
        <PageTitle title="This cannot be changed" />
        <Notice look="warn" title={reason}>
          <p>Nothing was changed.</p>
        </Notice>
        <Link
          href={found.error.kind === 'not-found' ? routes.withdrawals : routes.withdrawal(id)}
          className={buttonClass('plain', 'mt-4')}
        >
          {found.error.kind === 'not-found' ? 'Back to withdrawals' : 'Back to the request'}
        </Link>
      </>
    );
  }
  const { version } = found.value;
  return (
    <>
      <PageTitle
        title="Change the withdrawal"
        subtitle={`This makes version ${version + 1}. Decisions on earlier versions are void, and the policy is asked anew. Until you submit it, version ${version} stands.`}
      />
      <WithdrawalEditor editing={{ personId: person.id, registry: await readRegistry(), amendment: found.value }} />
    </>
  );
}
