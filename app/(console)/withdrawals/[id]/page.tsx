import type { Metadata } from 'next';
import { RequestDetails } from '@/app/(console)/withdrawals/[id]/request-details';
import { denialReason } from '@/lib/identity/roles';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRequest } from '@/lib/server/requests/lists/read';

export const metadata: Metadata = { title: 'Withdrawal' };

interface WithdrawalPageProps {
  params: Promise<{ id: string }>;
  /** `queue` is present where the page was opened from the approval queue. */
  searchParams: Promise<{ queue?: string | string[] }>;
}

export default async function WithdrawalPage({ params, searchParams }: WithdrawalPageProps) {
  const { roles } = await requirePage('readWithdrawals');
  const { id } = await params;
  const found = await readRequest(id);
  if (found.ok) {
    const isInQueue = (await searchParams).queue !== undefined;
    return (
      <RequestDetails
        key={id}
        initial={found.value}
        isInQueue={isInQueue}
        canRequest={denialReason('makeWithdrawal', roles) === undefined}
      />
    );
  }
  if (isDenial(found.error)) return <ExplanationNotice explanation={explainDenial(found.error, '')} />;
  return (
    <>
      <PageTitle title="Withdrawal not found" subtitle="No withdrawal matches this link. Check the link." />
      <Link href={routes.withdrawals} className={buttonClass('plain')}>
        Back to withdrawals
      </Link>
    </>
  );
}
