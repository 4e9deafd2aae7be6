import type { Metadata } from 'next';
import { ORDER_STATES, OrderFacts } from '@/app/(console)/withdrawals/planned/order-facts';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { UntrustedText } from '@/components/values/untrusted-text';
import { explainDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listOrders } from '@/lib/server/standing-orders/read';
import { type OrderSummary, SIGNED_BENEFICIARY } from '@/lib/standing-orders/contract';
import { describeSchedule } from '@/lib/standing-orders/schedule';
import { writeDay } from '@/lib/time/write-day';

export const metadata: Metadata = { title: 'Planned payments' };

export default async function PlannedPage() {
  await requirePage('readWithdrawals');
  const listed = await listOrders();
  return (
    <>
      <PageTitle
        title="Planned payments"
        subtitle="Withdrawals that the console requests on set dates. Each of them needs its own approvals."
        actions={
          <Link href={routes.templates} className={buttonClass('primary')}>
            Plan from a template
          </Link>
        }
      />
      {listed.ok ? (
        <OrderList orders={listed.value} />
      ) : (
        <ExplanationNotice explanation={explainDenial(listed.error, '')} />
      )}
    </>
  );
}

function OrderList({ orders }: { orders: readonly OrderSummary[] }) {
  if (orders.length === 0)
    return (
      <Panel>
        <p className="text-dim">No planned payments yet. Choose “Plan” beside a template.</p>
      </Panel>
    );
  return (
    <ul aria-label="Planned payments" className="space-y-3">
      {orders.map((order) => (
        <li key={order.id}>
          <Panel className="space-y-1">
            <h2 className="text-heading font-semibold [overflow-wrap:anywhere]">
              <Link className="underline" href={routes.plannedPayment(order.id)}>
                <UntrustedText text={order.title} />
              </Link>
            </h2>
            <OrderFacts {...order} />
            <p>{describeSchedule(order)}</p>
            {order.isSigned && <p className="text-warn">{SIGNED_BENEFICIARY}</p>}
            <p className="text-label text-dim">
              {ORDER_STATES[order.state]} · owner <UntrustedText text={order.owner} />
              {order.nextDate !== null && ` · next ${writeDay(order.nextDate)} (${order.timeZone})`}
            </p>
          </Panel>
        </li>
      ))}
    </ul>
  );
}
