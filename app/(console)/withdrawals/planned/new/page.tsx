import type { Metadata } from 'next';
import { OrderForm } from '@/app/(console)/withdrawals/planned/new/order-form';
import { OrderFacts } from '@/app/(console)/withdrawals/planned/order-facts';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { settings } from '@/lib/server/config/settings';
import { requirePage } from '@/lib/server/auth/page-guard';
import { findSigningObstacle } from '@/lib/server/passkeys/decisions';
import { nameRecipientsOf } from '@/lib/server/recipients/names';
import { readOrderStart } from '@/lib/server/standing-orders/start';

export const metadata: Metadata = { title: 'New planned payment' };

interface NewPlannedPageProps {
  /** The ID of a `template`, of a `request`, or of an `order` that the new one replaces. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPlannedPage({ searchParams }: NewPlannedPageProps) {
  const person = await requirePage('readWithdrawals');
  const start = await readOrderStart(person, await searchParams);
  const reason = denialReason('makeWithdrawal', person.roles) ?? (await findSigningObstacle(person, 'finance'));
  const [recipientName = null] = start ? await nameRecipientsOf(person, [start.form]) : [];
  return (
    <>
      <PageTitle
        title="New planned payment"
        subtitle="Two other people approve the plan once. Each withdrawal then needs its own approvals on its date."
      />
      {reason !== undefined || !start ? (
        <Notice look="warn" title={reason ?? 'Choose a template to plan, or open a request and choose “Plan”.'}>
          <p>
            <Link className="underline" href={routes.templates}>
              View templates
            </Link>
          </p>
        </Notice>
      ) : (
        <div className="space-y-4">
          <Panel title="What is requested on each date" className="space-y-1">
            <OrderFacts
              value={start.form.value}
              asset={start.form.asset}
              network={start.form.network}
              address={start.form.destinationAddress}
              recipientName={recipientName}
            />
            {'order' in start.from && (
              <p>Without the beneficiary. The earlier plan ends as soon as this is proposed.</p>
            )}
          </Panel>
          <OrderForm
            from={start.from}
            title={start.title}
            calendarFiles={settings().BANK_CALENDARS}
            {...(start.schedule && { schedule: start.schedule })}
          />
        </div>
      )}
    </>
  );
}
