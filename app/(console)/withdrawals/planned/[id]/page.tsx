import type { Metadata } from 'next';
import { OrderDetails } from '@/app/(console)/withdrawals/planned/[id]/order-details';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readOrder } from '@/lib/server/standing-orders/read';

export const metadata: Metadata = { title: 'Planned payment' };

export default async function PlannedPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readWithdrawals');
  const found = await readOrder((await params).id);
  if (found.ok) return <OrderDetails order={found.value} />;
  if (isDenial(found.error)) return <ExplanationNotice explanation={explainDenial(found.error, '')} />;
  return (
    <>
      <PageTitle title="Planned payment not found" subtitle="No planned payment has this address. Check the link." />
      <Link href={routes.planned} className={buttonClass('plain')}>
        Back to planned payments
      </Link>
    </>
  );
}
